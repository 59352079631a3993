"""Puts another indexer's database into the tables that the scorer reads: convert.py NAME DATABASE TREE OUT.

Edges to what is neither a function nor a type are left out. An edge without a line is put on the first line of its caller,
outside the functions in that, which has the callee's name before a parenthesis: it says who calls whom, not where, and
only its pairs can be found.
"""

import os
import re
import sqlite3
import sys

SCHEMA = """
CREATE TABLE symbols (symbol_id TEXT PRIMARY KEY, name TEXT, qualified_name TEXT, file_path TEXT, start_line INTEGER,
  end_line INTEGER, kind TEXT, language TEXT);
CREATE TABLE call_edges (caller_id TEXT, callee_id TEXT, callee_name TEXT, file_path TEXT, line INTEGER, edge_kind TEXT);
CREATE TABLE function_boundaries (symbol_id TEXT PRIMARY KEY, file_path TEXT, start_line INTEGER, end_line INTEGER);
"""
CALLABLE = ("function", "method", "constructor")
TYPES = ("class", "struct", "interface", "enum", "trait", "type", "type_alias", "union")
# what stands for no definition of the source
NOT_SYMBOLS = ("import", "route", "directory", "parameter")


def read_colbymchenry(database):
    nodes = database.execute(
        "SELECT id, name, qualified_name, file_path, start_line, end_line, kind, language FROM nodes"
    ).fetchall()
    edges = database.execute(
        "SELECT source, target, line FROM edges WHERE kind IN ('calls', 'instantiates') ORDER BY id"
    ).fetchall()
    return nodes, edges


def read_optave(database):
    nodes = database.execute(
        "SELECT id, name, qualified_name, file, line, end_line, kind, NULL FROM nodes"
    ).fetchall()
    edges = database.execute(
        "SELECT source_id, target_id, NULL FROM edges WHERE kind = 'calls' ORDER BY id"
    ).fetchall()
    return nodes, edges


READERS = {"@colbymchenry/codegraph": read_colbymchenry, "@optave/codegraph": read_optave}


class Tree:
    def __init__(self, root):
        self.root = root
        self.files = {}

    def lines(self, path):
        if path not in self.files:
            with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
                self.files[path] = file.read().split("\n")
        return self.files[path]

    def site(self, path, first, last, name, inner):
        call = re.compile(r"(?<![\w$])" + re.escape(name) + r"\s*(<[^()]*>)?\s*\(")
        lines = self.lines(path)
        for at in range(first, min(last or len(lines), len(lines)) + 1):
            if call.search(lines[at - 1]) and not any(a <= at <= b for a, b in inner):
                return at
        return first


def main(name, source, root, out):
    nodes, edges = READERS[name](sqlite3.connect(source))
    tree = Tree(root)
    result = sqlite3.connect(out)
    result.executescript(SCHEMA)
    known = {}
    functions = {}
    for id, short, qualified, path, first, last, kind, language in nodes:
        if kind in NOT_SYMBOLS:
            continue
        # a method may be named with its class
        short = re.split(r"\.|::", short)[-1] if kind in CALLABLE else short
        kind = "module" if kind == "file" else kind
        known[id] = (short, path, max(first or 1, 1), last, kind)
        result.execute(
            "INSERT INTO symbols VALUES (?,?,?,?,?,?,?,?)",
            (str(id), short, qualified or short, path, max(first or 1, 1), last, kind, language),
        )
        if kind in CALLABLE:
            functions.setdefault(path, []).append((first, last or first))
            result.execute("INSERT INTO function_boundaries VALUES (?,?,?,?)", (str(id), path, first, last))
    for caller, callee, line in edges:
        if caller not in known or callee not in known:
            continue
        _, path, first, last, _ = known[caller]
        callee_name, *_, kind = known[callee]
        if kind not in CALLABLE and kind not in TYPES:
            continue
        if line is None:
            end = last or len(tree.lines(path))
            inner = [(a, b) for a, b in functions.get(path, []) if first <= a and b <= end and (a, b) != (first, last)]
            line = tree.site(path, first, last, callee_name, inner)
        result.execute(
            "INSERT INTO call_edges VALUES (?,?,?,?,?,?)", (str(caller), str(callee), callee_name, path, line, "direct")
        )
    result.commit()


main(*sys.argv[1:])
