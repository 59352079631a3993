// JSX with types.

import { Layout } from "./layout";

interface Props<T> { //: def interface Props +3
	items: T[];
	onPick(item: T): void; //: def method Props.onPick
}

export function List<T>({ items, onPick }: Props<T>) { //: def function List +5
	const pick = (item: T): void => onPick(item); //: def function List.pick; call List.pick > onPick = unresolved
	const rows = items.map((item) => <Row<T> item={item} onClick={() => pick(item)} />); //: call List > map = unresolved; call List > Row = direct Row; call List > pick = direct List.pick
	const tag = <div className={classes("a")}>{rows}</div>; //: call List > classes = direct classes
	return <Layout title="list">{tag}</Layout>; //: call List > Layout = unresolved
}

function Row<T>(props: Props<T>) { //: def function Row +3
	props.onPick(props.items[0]); //: call Row > onPick = virtual Props.onPick
	return <span>{String(props.items)}</span>; //: call Row > String = unresolved
}

const classes = <T,>(name: T): string => String(name); //: def function classes; call classes > String = unresolved
const cast = classes as Function; //: def constant cast
cast(); //: call <module> > cast = unresolved
