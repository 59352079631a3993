# MANTIS_HELPER_VERSION = 5
"""Builds the structural index by running the mantis-structural-index command with the arguments given here.

    python3 workspace/helpers/build_structural_index.py --target_root SRC --state_root R

The command is, in order: environment MANTIS_STRUCTURAL_INDEX_CLI (a path, or a command line), mantis-structural-index on
PATH, npx --no-install mantis-structural-index. Where there is none nothing is built and nothing fails: the index is empty.
"""
import os
import shlex
import shutil
import subprocess
import sys

NAME = "mantis-structural-index"
EMPTY = "Structural index is empty \u2014 structural context unavailable."


def command():
    given = os.environ.get("MANTIS_STRUCTURAL_INDEX_CLI")
    if given:
        return [given] if os.path.exists(given) else shlex.split(given)
    found = shutil.which(NAME)
    if found:
        return [found]
    npx = shutil.which("npx")
    if npx and subprocess.run([npx, "--no-install", NAME, "--version"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
        return [npx, "--no-install", NAME]
    return None


def main():
    found = command()
    if found is not None:
        try:
            return subprocess.run(found + ["build"] + sys.argv[1:]).returncode
        except OSError as error:
            print("%s could not be started: %s" % (found[0], error), file=sys.stderr)
        except KeyboardInterrupt:
            return 130
    sys.stdout.buffer.write((EMPTY + "\n").encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
