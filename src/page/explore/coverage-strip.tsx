/** One line under the header when answers of this index are to be read with care. */
import type { Session } from "../state/session.ts";
import { useAnswer } from "../ui/answer.ts";
import { Icon } from "../ui/icon.tsx";
import { caution } from "./coverage.ts";
import { goToFiles } from "./files.ts";

export function CoverageStrip({ session }: { session: Session }) {
	const { data } = useAnswer(session.name, () => session.index.get_coverage());
	const text = data && caution(data, session.index.manifest?.coverage.unsupported_files ?? 0);
	if (!text) return null;
	return (
		<div class="strip" role="note">
			<Icon name="warning" />
			<span>{text}</span>
			{data.partition_status === "partial" && (
				<button type="button" class="button small" onClick={() => goToFiles("problems")}>
					Show the files
				</button>
			)}
		</div>
	);
}
