# MANTIS_HELPER_VERSION = 5
"""Queries a structural index: JSON on stdout, Python 3.8+ standard library only.

    python3 workspace/helpers/query_structural_index.py resolve_symbol --name N [--language L] [--file F] [--namespace S]
    python3 workspace/helpers/query_structural_index.py find_callers --symbol_id ID [--limit 100] [--offset 0]
    python3 workspace/helpers/query_structural_index.py find_callees --symbol_id ID [--limit 100] [--offset 0]
    python3 workspace/helpers/query_structural_index.py get_function_boundary --file F --line N
    python3 workspace/helpers/query_structural_index.py get_coverage [--file F]
    python3 workspace/helpers/query_structural_index.py search_symbols --query Q [--language L] [--kind K]
    python3 workspace/helpers/query_structural_index.py list_symbols --file F
    python3 workspace/helpers/query_structural_index.py list_calls --file F
    python3 workspace/helpers/query_structural_index.py list_files [--unsupported] [--all]

Each takes --state_root R (default: the current directory); the last four --limit and --offset, too. Answers and their order are those of the library. Errors are
{"error": {"code", "message"}} on stdout, with the exit codes of the command: 2 wrong usage or argument, 3 an index that is
corrupt or foreign, 1 anything else. Sources, in order: a remote endpoint when one is configured
(environment MANTIS_STRUCTURAL_INDEX_URL, or provider.kind "remote" in the manifest), the catalog, structural_index.jsonl,
nothing (empty answers). Read-only: nothing is ever written, not even next to the catalog.
"""
import argparse
import json
import os
import pathlib
import re
import sqlite3
import sys

SCHEMA_VERSION = 1
STATUSES = ["complete", "partial", "empty", "failed"]
PRECISIONS = ["semantic", "typecheck", "ast", "symbol-only", "heuristic", "deferred", "coverage-only"]
TOOL_PRECISION = {"tree-sitter": "ast", "ctags": "symbol-only", "lsp-clangd": "typecheck"}
TABLES = ["schema_meta", "files", "coverage", "symbols", "function_boundaries", "call_edges", "imports", "exports",
          "unit_cache", "deferred_units"]
SYMBOL = ["symbol_id", "name", "qualified_name", "namespace", "language", "file_path", "start_line", "end_line", "kind",
          "signature", "backend", "precision"]
CALL = ["symbol_id", "name", "qualified_name", "kind", "defined_in", "start_line", "end_line", "callee_name", "file_path",
        "line", "edge_kind", "precision", "backend"]
KINDS = ["module", "namespace", "class", "interface", "struct", "union", "enum", "type", "function", "method",
         "constructor", "getter", "setter", "macro", "constant", "variable", "trait", "impl", "property"]
FILE = ["file_path", "status", "indexed", "backend", "precision", "reason"]
BOUNDARY = ["symbol_id", "name", "qualified_name", "kind", "start_line", "end_line", "signature", "precision", "backend"]
MAX_SPLITS = 32
MAX_QUERY_CHARACTERS = 1000
SHORTEST_INSIDE = 3
MAX_LIST_LIMIT = 10000
SWITCHES = ["unsupported", "all"]
MAX_OFFSET = 2 ** 31 - 1
MAX_SAFE_INTEGER = 2 ** 53 - 1
REMOTE_TIMEOUT_S = 30
REMOTE_MAX_BYTES = 64 * 1024 * 1024


class QueryError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Unreachable(Exception):
    """The remote endpoint gave no usable answer."""


def show(value):
    if value is None:
        return "undefined"
    if isinstance(value, str):
        return json.dumps(value[:117] + "..." if len(value) > 120 else value, ensure_ascii=False)
    return str(value)


def invalid(name, expected, got):
    return QueryError("invalid-argument", '"%s" expected %s, got %s' % (name, expected, show(got)))


# ---------------------------------------------------------------------------------------------- arguments


def text(args, name, required=True):
    value = args.get(name)
    if value is None and not required:
        return None
    if not value:
        raise invalid(name, "a non-empty string", value)
    return value


def integer(args, name, default, least, most, expected):
    value = args.get(name)
    value = default if value is None else value
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]+", value):
        value = int(value)
    if not isinstance(value, int) or not least <= value <= most:
        raise invalid(name, expected, value)
    return value


def page(args, most=1000):
    return {"limit": integer(args, "limit", 100, 1, most, "integer in 1..%d" % most),
            "offset": integer(args, "offset", 0, 0, MAX_SAFE_INTEGER, "integer \u2265 0")}


def file_path(args, required=True):
    given = text(args, "file", required)
    if given is None:
        return None
    path = given.replace("\\", "/")
    if path.startswith("/") or re.match(r"[A-Za-z]:/", path):
        expected = '"file" expected a path relative to the source root, got an absolute one: %s'
        raise QueryError("path-outside-root", expected % show(given))
    outside = False
    parts = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            outside = True
    if outside:
        raise QueryError("path-outside-root", '"file" expected a path inside the source root, got %s' % show(given))
    if not parts:
        raise invalid("file", "the path of a file", given)
    return "/".join(parts)


def namespace_splits(name):
    splits = []
    for match in re.finditer(r"\.|::", name):
        if match.start() > 0 and match.end() < len(name):
            splits.append((name[:match.start()], name[match.end():]))
    return splits[-MAX_SPLITS:]


# ---------------------------------------------------------------------------------------------- search


def words_of(query):
    return [word for word in re.split(r"[ \t\r\n]+", query) if word]


def fold(text):
    """Lower case, a character for a character; what is not ASCII never becomes ASCII."""
    if text.isascii():
        return text.lower()
    lowered = [(character, character.lower()) for character in text]
    return "".join(low if was < "\x80" or (len(low) == 1 and low > "\x7f") else was for was, low in lowered)


def class_at(name, folded, at):
    if at >= len(name):
        return "mark"
    if name[at] != folded[at]:
        return "upper"
    if "0" <= name[at] <= "9":
        return "digit"
    return "letter" if "a" <= name[at] <= "z" or name[at] > "\x7f" else "mark"


def begins_word(name, folded, word):
    at = folded.find(word)
    while at >= 0:
        before, here = class_at(name, folded, at - 1), class_at(name, folded, at)
        if at == 0 or before == "mark" or (before == "digit") != (here == "digit"):
            return True
        if here == "upper" and (before != "upper" or class_at(name, folded, at + 1) == "letter"):
            return True
        at = folded.find(word, at + 1)
    return False


def ranker(words):
    """The sum of a symbol's ranks for the words, or -1: the rules are the library's."""
    asked = [(word, fold(word), len(word) < SHORTEST_INSIDE) for word in words]

    def rank(name, qualified):
        folded_name, folded_qualified = fold(name), fold(qualified)
        total = 0
        for word, folded, short in asked:
            if word in (name, qualified):
                continue
            if folded in (folded_name, folded_qualified):
                total += 1
            elif folded_name.startswith(folded):
                total += 2
            elif short:
                return -1
            elif begins_word(name, folded_name, folded):
                total += 3
            elif folded in folded_name:
                total += 4
            elif folded in folded_qualified:
                total += 5
            else:
                return -1
        return total

    return rank


def like_pattern(word):
    """Characters that LIKE does not compare as fold() does become "any character"."""
    pattern = ""
    for character in word:
        plain = character < "\x80" or character.lower() == character == character.upper()
        pattern += re.sub(r"([%_\\])", r"\\\1", character) if plain else "_"
    return pattern + "%" if len(word) < SHORTEST_INSIDE else "%" + pattern + "%"


def best_first(rows, words, limit, offset):
    """@param rows (name, qualified_name, thing), in the order of symbols of equal rank."""
    rank = ranker(words)
    by_rank = {}
    total = 0
    for name, qualified, thing in rows:
        found = rank(name, qualified)
        if found >= 0:
            total += 1
            by_rank.setdefault(found, []).append(thing)
    things = [thing for found in sorted(by_rank) for thing in by_rank[found]]
    return things[offset:offset + limit], total


# ---------------------------------------------------------------------------------------------- sources


class Empty:
    empty = True

    def coverage(self):
        return {"total_files": 0, "indexed_files": 0, "failed": 0, "deferred": 0, "partition_status": "empty",
                "backends_used": [], "snapshot_id": "unknown", "stale": False}

    def resolve(self, name, language, file, namespace, limit, offset):
        return [], 0

    def search(self, words, language, kind, limit, offset):
        return [], 0

    def symbols_in(self, path, limit, offset):
        return [], 0

    def calls_in(self, path, limit, offset):
        return [], 0

    def listed(self, choice, limit, offset):
        return [], 0

    def close(self):
        pass


class Catalog:
    """catalog.sqlite, opened immutable: no lock, no journal."""

    def __init__(self, path):
        self.path = str(path)
        self.db = None
        try:
            if path.stat().st_size == 0:
                raise QueryError("index-corrupt", "%s: the file is empty" % path)
            self.db = sqlite3.connect(path.resolve().as_uri() + "?mode=ro&immutable=1", uri=True)
            self.db.execute("PRAGMA temp_store=MEMORY")
            tables = {row[0] for row in self.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            for table in TABLES:
                if table not in tables:
                    message = "%s: expected the table %s, found none of that name" % (path, table)
                    raise QueryError("index-foreign", message)
            meta = dict(self.db.execute("SELECT key, value FROM schema_meta"))
        except sqlite3.Error as error:
            raise self.failure(error)
        version = meta.get("schema_version")
        if version != str(SCHEMA_VERSION):
            got = "none" if version is None else json.dumps(version)
            message = '%s: expected schema_version "%d", got %s' % (path, SCHEMA_VERSION, got)
            raise QueryError("index-foreign", message)
        self.manifest = parse_manifest(meta.get("manifest", "null"), "%s: manifest" % path)
        self.languages = set(json.loads(meta.get("languages", "[]")))
        self.empty = self.manifest["status"] == "empty"

    def failure(self, error):
        code = "index-corrupt"
        if isinstance(error, sqlite3.OperationalError):
            code = "index-foreign" if "no such" in str(error) else "io"
        return QueryError(code, "%s: %s" % (self.path, error))

    def rows(self, sql, *values):
        try:
            return self.db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self.failure(error)

    def count(self, rest, *values):
        return self.rows("SELECT count(*) FROM " + rest, *values)[0][0]

    def coverage(self):
        manifest = self.manifest
        files = manifest["coverage"]
        backends = {entry["backend_name"] for entry in manifest["provider"]["backend_versions"].values()}
        return {"total_files": files["total_files"], "indexed_files": files["indexed_files"],
                "failed": files["failed_files"], "deferred": files["deferred_files"],
                "partition_status": manifest["status"], "backends_used": sorted(backends),
                "snapshot_id": manifest["snapshot_id"], "stale": manifest["stale"]}

    def file(self, path):
        rows = self.rows(
            "SELECT c.file_path, status, indexed, backend, precision, reason, lines FROM coverage c "
            "LEFT JOIN files f ON f.file_path = c.file_path WHERE c.file_path = ? ORDER BY c.corpus LIMIT 1", path)
        if not rows:
            return None
        row = rows[0]
        known = dict(zip(FILE, row))
        known["indexed"] = row[2] == 1
        return known, row[6]

    def knows_language(self, language):
        if language in self.languages:
            return True
        return bool(self.rows("SELECT 1 FROM symbols WHERE language = ? LIMIT 1", language))

    def resolve(self, name, language, file, namespace, limit, offset):
        qualified = "qualified_name = ?"
        names = [name]
        for before, after in namespace_splits(name):
            qualified += " OR (qualified_name = ? AND namespace = ?)"
            names += [after, before]
        where = "(name = ? OR %s)" % qualified
        values = [name] + names
        for column, value in (("language", language), ("file_path", file), ("namespace", namespace)):
            if value is not None:
                where += " AND +%s = ?" % column
                values.append(value)
        rows = self.rows(
            "SELECT %s FROM symbols WHERE %s ORDER BY NOT (%s), file_path, start_line, symbol_id LIMIT ? OFFSET ?"
            % (", ".join(SYMBOL), where, qualified), *values, *names, limit, min(offset, MAX_OFFSET))
        return [dict(zip(SYMBOL, row)) for row in rows], self.count("symbols WHERE " + where, *values)

    def symbol(self, symbol_id):
        rows = self.rows("SELECT %s FROM symbols WHERE symbol_id = ?" % ", ".join(SYMBOL), symbol_id)
        return dict(zip(SYMBOL, rows[0])) if rows else None

    def callers(self, symbol, limit, offset):
        rank = " ".join("WHEN '%s' THEN %d" % (precision, i) for i, precision in enumerate(PRECISIONS))
        rows = self.rows(
            "SELECT c.symbol_id, c.name, c.qualified_name, c.kind, c.file_path, c.start_line, c.end_line, e.callee_name, "
            "e.file_path, e.line, e.edge_kind, c.precision, c.backend "
            "FROM call_edges e JOIN symbols c ON c.symbol_id = e.caller_id WHERE e.callee_id = ? "
            "ORDER BY CASE c.precision %s END, e.file_path, e.line, e.edge_id LIMIT ? OFFSET ?" % rank,
            symbol["symbol_id"], limit, min(offset, MAX_OFFSET))
        same_name = self.count("call_edges WHERE callee_name = ? AND callee_id IS NULL", symbol["name"])
        total = self.count("call_edges WHERE callee_id = ?", symbol["symbol_id"])
        return [dict(zip(CALL, row)) for row in rows], total, same_name

    def edges(self, where, value, limit, offset):
        rows = self.rows(
            "SELECT e.callee_id, coalesce(t.name, e.callee_name), t.qualified_name, t.kind, t.file_path, t.start_line, "
            "t.end_line, e.callee_name, e.file_path, e.line, e.edge_kind, c.precision, c.backend, e.caller_id, "
            "c.qualified_name FROM call_edges e JOIN symbols c ON c.symbol_id = e.caller_id "
            "LEFT JOIN symbols t ON t.symbol_id = e.callee_id WHERE e.%s = ? "
            "ORDER BY e.file_path, e.line, e.edge_id LIMIT ? OFFSET ?" % where, value, limit, min(offset, MAX_OFFSET))
        return rows, self.count("call_edges WHERE %s = ?" % where, value)

    def callees(self, symbol, limit, offset):
        rows, total = self.edges("caller_id", symbol["symbol_id"], limit, offset)
        return [dict(zip(CALL, row)) for row in rows], total

    def calls_in(self, path, limit, offset):
        rows, total = self.edges("file_path", path, limit, offset)
        return [dict(zip(CALL + ["caller_id", "caller_qualified_name"], row)) for row in rows], total

    def symbols_in(self, path, limit, offset):
        rows = self.rows(
            "SELECT %s FROM symbols WHERE file_path = ? ORDER BY start_line, end_line DESC, symbol_id LIMIT ? OFFSET ?"
            % ", ".join(SYMBOL), path, limit, min(offset, MAX_OFFSET))
        return [dict(zip(SYMBOL, row)) for row in rows], self.count("symbols WHERE file_path = ?", path)

    def search(self, words, language, kind, limit, offset):
        where, values = [], []
        for word in words:
            where.append("name LIKE ? ESCAPE '\\'" if len(word) < SHORTEST_INSIDE
                         else "(qualified_name LIKE ? ESCAPE '\\' OR name LIKE ? ESCAPE '\\')")
            values += [like_pattern(word)] * where[-1].count("?")
        for column, value in (("language", language), ("kind", kind)):
            if value is not None:
                where.append("+%s = ?" % column)
                values.append(value)
        rows = self.rows(
            "SELECT name, qualified_name, rowid FROM symbols WHERE %s "
            "ORDER BY length(name), length(qualified_name), qualified_name, file_path, start_line, symbol_id" % " AND ".join(where), *values)
        found, total = best_first(rows, words, limit, offset)
        read = "SELECT %s FROM symbols WHERE rowid = ?" % ", ".join(SYMBOL)
        return [dict(zip(SYMBOL, self.rows(read, rowid)[0])) for rowid in found], total

    def listed(self, choice, limit, offset):
        noted = "(status <> 'indexed' OR reason IS NOT NULL)"
        where = {"noted": noted + " AND status <> 'unsupported'", "unsupported": noted, "all": "1"}[choice]
        rest = "coverage c LEFT JOIN files f ON f.file_path = c.file_path WHERE " + where
        rows = self.rows(
            "SELECT c.file_path, status, indexed, backend, precision, reason FROM %s "
            "ORDER BY c.file_path, c.corpus LIMIT ? OFFSET ?" % rest, limit, min(offset, MAX_OFFSET))
        return [dict(zip(FILE, row), indexed=row[2] == 1) for row in rows], self.count(rest)

    def boundary(self, path, line):
        rows = self.rows(
            "SELECT symbol_id FROM function_boundaries WHERE file_path = ? AND start_line <= ? AND end_line >= ? "
            "ORDER BY start_line DESC, end_line, symbol_id LIMIT 1", path, line, line)
        return self.symbol(rows[0][0]) if rows else None

    def close(self):
        if self.db is not None:
            self.db.close()


class Jsonl:
    """structural_index.jsonl by linear scan. It knows names, not symbols: every call is unresolved."""

    def __init__(self, path):
        lines = path.read_bytes().decode("utf-8", "replace").split("\n")
        header = jsonl_header(lines[0], path)
        tool = header.get("tool")
        self.tool = tool if isinstance(tool, str) else "none"
        self.precision = TOOL_PRECISION.get(self.tool, "heuristic")
        self.header = header
        self.symbols = []
        self.calls = []
        self.files = {}
        for number, line in enumerate(lines[1:], 2):
            if line.strip():
                self.add(line, number, path)
        self.symbols.sort(key=lambda s: (s["file_path"], s["start_line"], s["symbol_id"], s["end_line"]))
        by_name = {}
        for symbol in self.symbols:
            self.files.setdefault(symbol["file_path"], []).append(symbol)
            by_name.setdefault((symbol["file_path"], symbol["name"]), []).append(symbol)
        for call in self.calls:
            self.files.setdefault(call["file"], [])
            call["from"] = innermost(by_name.get((call["file"], call["caller"]), []), call["line"])
        self.calls.sort(key=lambda call: (call["file"], call["line"]))
        self.empty = not self.files

    def add(self, line, number, path):
        record = parse_json(line)
        kind = record.get("_type") if isinstance(record, dict) else None
        if kind == "function" and fits(record, ["key"], ["start_line", "end_line"]):
            self.symbols.append(self.function(record))
        elif kind == "call_edge" and fits(record, ["caller", "callee", "file"], ["line"]):
            self.calls.append({key: record[key] for key in ("caller", "callee", "file", "line")})
        elif not isinstance(record, dict) or kind in ("function", "call_edge"):
            raise QueryError("index-corrupt", "%s: line %d expected a record, got %s" % (path, number, show(line)))

    def function(self, record):
        key = record["key"]
        cuts = [match.start() for match in re.finditer("(?<!:):(?!:)", key)]
        cut = cuts[-1] if cuts else -1
        path, name = key[:max(cut, 0)], key[cut + 1:]
        return {"symbol_id": "jsonl:%s:%s:%d" % (path, name, record["start_line"]), "name": name,
                "qualified_name": record.get("qualified_name", name), "namespace": None,
                "language": record.get("language", "unknown"), "file_path": path, "start_line": record["start_line"],
                "end_line": record["end_line"], "kind": record.get("kind", "function"),
                "signature": record.get("signature") or None, "backend": self.tool, "precision": self.precision}

    def coverage(self):
        return {"total_files": len(self.files), "indexed_files": len(self.files), "failed": 0, "deferred": 0,
                "partition_status": "partial" if self.files else "empty",
                "backends_used": [self.tool] if self.files else [],
                "snapshot_id": self.header["snapshot_id"], "stale": self.header.get("stale") is True}

    def file(self, path):
        if path not in self.files:
            return None
        return {"file_path": path, "status": "indexed", "indexed": True, "backend": self.tool,
                "precision": self.precision, "reason": None}, None

    def knows_language(self, language):
        return True

    def resolve(self, name, language, file, namespace, limit, offset):
        ranks = ([], [])
        for symbol in self.symbols:
            wanted = ((language, "language"), (file, "file_path"), (namespace, "namespace"))
            if any(value is not None and symbol[column] != value for value, column in wanted):
                continue
            if symbol["qualified_name"] == name:
                ranks[0].append(symbol)
            elif symbol["name"] == name:
                ranks[1].append(symbol)
        found = ranks[0] + ranks[1]
        return found[offset:offset + limit], len(found)

    def symbol(self, symbol_id):
        return next((symbol for symbol in self.symbols if symbol["symbol_id"] == symbol_id), None)

    def row(self, call, symbol, name):
        symbol = symbol or {}
        return {"symbol_id": symbol.get("symbol_id"), "name": name, "qualified_name": symbol.get("qualified_name"),
                "kind": symbol.get("kind"), "defined_in": symbol.get("file_path"), "start_line": symbol.get("start_line"),
                "end_line": symbol.get("end_line"), "callee_name": call["callee"], "file_path": call["file"],
                "line": call["line"], "edge_kind": "unresolved", "precision": self.precision, "backend": self.tool}

    def callers(self, symbol, limit, offset):
        found = [call for call in self.calls if call["callee"] == symbol["name"]]
        rows = [self.row(call, call["from"], call["caller"]) for call in found[offset:offset + limit]]
        return rows, len(found), len(found)

    def callees(self, symbol, limit, offset):
        found = [call for call in self.calls if call["from"] is symbol]
        return [self.row(call, None, call["callee"]) for call in found[offset:offset + limit]], len(found)

    def calls_in(self, path, limit, offset):
        found = [call for call in self.calls if call["file"] == path]
        rows = []
        for call in found[offset:offset + limit]:
            caller = call["from"] or {}
            rows.append(dict(self.row(call, None, call["callee"]), caller_id=caller.get("symbol_id"),
                             caller_qualified_name=caller.get("qualified_name")))
        return rows, len(found)

    def symbols_in(self, path, limit, offset):
        found = sorted(self.files.get(path, []), key=lambda s: (s["start_line"], -s["end_line"], s["symbol_id"]))
        return found[offset:offset + limit], len(found)

    def search(self, words, language, kind, limit, offset):
        wanted = ((language, "language"), (kind, "kind"))
        left = [s for s in self.symbols if all(value in (None, s[column]) for value, column in wanted)]
        left.sort(key=lambda s: (len(s["name"]), len(s["qualified_name"]), s["qualified_name"], s["file_path"],
                                 s["start_line"], s["symbol_id"]))
        return best_first([(s["name"], s["qualified_name"], s) for s in left], words, limit, offset)

    def listed(self, choice, limit, offset):
        paths = sorted(self.files) if choice == "all" else []
        return [self.file(path)[0] for path in paths[offset:offset + limit]], len(paths)

    def boundary(self, path, line):
        return innermost(self.files.get(path, []), line)

    def close(self):
        pass


def innermost(symbols, line):
    best = None
    for symbol in symbols:
        if not symbol["start_line"] <= line <= symbol["end_line"]:
            continue
        if best is None or (symbol["start_line"], -symbol["end_line"]) > (best["start_line"], -best["end_line"]):
            best = symbol
    return best


def parse_json(line):
    try:
        return json.loads(line)
    except ValueError:
        return None


def fits(record, texts, numbers):
    return all(isinstance(record.get(key), str) for key in texts) and all(type(record.get(key)) is int for key in numbers)


def jsonl_header(line, path):
    header = parse_json(line)
    good = isinstance(header, dict) and header.get("_provenance") is True and isinstance(header.get("snapshot_id"), str)
    if not good:
        message = "%s: line 1 expected a _provenance header, got %s" % (path, show(line))
        raise QueryError("index-corrupt", message)
    return header


def parse_manifest(raw, where):
    try:
        manifest = json.loads(raw)
    except ValueError:
        raise QueryError("index-corrupt", "%s: expected JSON, got something else" % where)
    if not isinstance(manifest, dict):
        raise QueryError("index-corrupt", "%s expected a JSON object, got %s" % (where, show(manifest)))
    version = manifest.get("schema_version")
    if isinstance(version, bool) or not isinstance(version, (int, float)):
        raise QueryError("index-corrupt", "%s: schema_version expected a number, got %s" % (where, show(version)))
    if version != SCHEMA_VERSION:
        message = "%s: schema_version expected %d, got %s" % (where, SCHEMA_VERSION, version)
        raise QueryError("index-foreign", message)
    shape = {"snapshot_id": str, "status": str, "provider": dict, "coverage": dict, "stale": bool}
    for key, kind in shape.items():
        if not isinstance(manifest.get(key), kind):
            raise QueryError("index-corrupt", "%s: %s is missing or of a wrong type" % (where, key))
    if manifest["status"] not in STATUSES:
        message = "%s: status expected one of %s, got %s" % (where, ", ".join(STATUSES), show(manifest["status"]))
        raise QueryError("index-corrupt", message)
    return manifest


def open_source(kb, manifest):
    catalog = kb / "structural_index" / "catalog.sqlite"
    jsonl = kb / "structural_index.jsonl"
    if manifest is None:
        return Jsonl(jsonl) if jsonl.is_file() else Empty()
    if catalog.is_file():
        return Catalog(catalog)
    if jsonl.is_file():
        with jsonl.open(encoding="utf-8", errors="replace") as lines:
            header = jsonl_header(lines.readline(), jsonl)
        if header.get("full_export") is not False and header["snapshot_id"] == manifest["snapshot_id"]:
            return Jsonl(jsonl)
    raise QueryError("index-corrupt", "%s: expected the catalog that manifest.json names, found no file" % catalog)


# ---------------------------------------------------------------------------------------------- operations


def known_file(source, path):
    known = source.file(path)
    if known is None:
        raise QueryError("file-not-found", "the index has no file %s" % show(path))
    return known


def calls_of(source, args, direction):
    empty = {"results": [], "total": 0, "has_more": False}
    if direction == "callers":
        empty["unresolved_same_name"] = 0
    if source.empty:
        return dict(empty, coverage=source.coverage())
    symbol = source.symbol(args["symbol_id"])
    if symbol is None:
        raise QueryError("symbol-not-found", "the index has no symbol %s" % show(args["symbol_id"]))
    limit, offset = args["limit"], args["offset"]
    answer = dict(empty)
    if direction == "callers":
        rows, total, answer["unresolved_same_name"] = source.callers(symbol, limit, offset)
    else:
        rows, total = source.callees(symbol, limit, offset)
    answer.update(results=rows, total=total, has_more=offset + len(rows) < total, coverage=source.coverage())
    return answer


def check_language(source, language):
    if language is not None and not source.knows_language(language):
        raise QueryError("language-unknown", '"language" expected a known language, got %s' % show(language))


def paged(source, found, offset):
    rows, total = found
    return {"results": rows, "total": total, "has_more": offset + len(rows) < total, "coverage": source.coverage()}


def resolve_symbol(source, args):
    if not source.empty:
        check_language(source, args["language"])
        if args["file"] is not None:
            known_file(source, args["file"])
    answer = paged(source, source.resolve(**args), args["offset"])
    return dict(answer, ambiguous=answer["total"] > 1)


def find_callers(source, args):
    return calls_of(source, args, "callers")


def find_callees(source, args):
    return calls_of(source, args, "callees")


def get_function_boundary(source, args):
    symbol = None
    if not source.empty:
        lines = known_file(source, args["file"])[1]
        if lines is not None and args["line"] > lines:
            message = '"line" expected 1..%d in %s, got %d' % (lines, show(args["file"]), args["line"])
            raise QueryError("line-out-of-range", message)
        symbol = source.boundary(args["file"], args["line"])
    answer = {key: (symbol or {}).get(key) for key in BOUNDARY}
    answer["coverage"] = source.coverage()
    return answer


def get_coverage(source, args):
    known = None
    if args["file"] is not None and not source.empty:
        known = known_file(source, args["file"])[0]
    return dict(source.coverage(), file=known)


def search_symbols(source, args):
    if not source.empty:
        check_language(source, args["language"])
    found = source.search(words_of(args["query"]), args["language"], args["kind"], args["limit"], args["offset"])
    return paged(source, found, args["offset"])


def in_file(source, args, read):
    if not source.empty:
        known_file(source, args["file"])
    return paged(source, read(args["file"], args["limit"], args["offset"]), args["offset"])


def list_symbols(source, args):
    return in_file(source, args, source.symbols_in)


def list_calls(source, args):
    return in_file(source, args, source.calls_in)


def list_files(source, args):
    choice = "all" if args["all"] else "unsupported" if args["unsupported"] else "noted"
    return paged(source, source.listed(choice, args["limit"], args["offset"]), args["offset"])


def check_resolve(args):
    checked = {"name": text(args, "name"), "language": text(args, "language", False),
               "namespace": text(args, "namespace", False), "file": file_path(args, False)}
    checked.update(page(args))
    return checked


def check_calls(args):
    return dict({"symbol_id": text(args, "symbol_id")}, **page(args))


def check_boundary(args):
    return {"file": file_path(args), "line": integer(args, "line", None, 1, MAX_SAFE_INTEGER, "integer \u2265 1")}


def check_coverage(args):
    return {"file": file_path(args, False)}


def check_search(args):
    query = text(args, "query")
    if not words_of(query):
        raise invalid("query", "a text that is not blank", query)
    if len(query) > MAX_QUERY_CHARACTERS:
        raise invalid("query", "at most %d characters" % MAX_QUERY_CHARACTERS, query)
    checked = {"query": query, "language": text(args, "language", False), "kind": text(args, "kind", False)}
    kind = checked["kind"]
    if kind is not None and kind not in KINDS:
        raise invalid("kind", "one of " + ", ".join(KINDS), kind)
    checked.update(page(args))
    return checked


def check_in_file(args):
    return dict({"file": file_path(args)}, **page(args, MAX_LIST_LIMIT))


def check_files(args):
    chosen = {name: bool(args.get(name)) for name in SWITCHES}
    return dict(chosen, **page(args, MAX_LIST_LIMIT))


OPERATIONS = {
    "resolve_symbol": (resolve_symbol, check_resolve, ["name", "language", "file", "namespace", "limit", "offset"]),
    "find_callers": (find_callers, check_calls, ["symbol_id", "limit", "offset"]),
    "find_callees": (find_callees, check_calls, ["symbol_id", "limit", "offset"]),
    "get_function_boundary": (get_function_boundary, check_boundary, ["file", "line"]),
    "get_coverage": (get_coverage, check_coverage, ["file"]),
    "search_symbols": (search_symbols, check_search, ["query", "language", "kind", "limit", "offset"]),
    "list_symbols": (list_symbols, check_in_file, ["file", "limit", "offset"]),
    "list_calls": (list_calls, check_in_file, ["file", "limit", "offset"]),
    "list_files": (list_files, check_files, ["unsupported", "all", "limit", "offset"]),
}


# ---------------------------------------------------------------------------------------------- remote


def remote_url(manifest):
    url = os.environ.get("MANTIS_STRUCTURAL_INDEX_URL")
    if url:
        return url
    provider = manifest["provider"] if manifest else {}
    if provider.get("kind") != "remote":
        return None
    return str(provider.get("url") or provider.get("catalog") or "")


def ask_remote(url, operation, args):
    # Here, because importing them takes as long as all the rest.
    import urllib.error
    import urllib.request

    if not re.match(r"https?://", url):
        raise Unreachable("%s is not an http(s) address" % show(url))
    body = json.dumps({key: value for key, value in args.items() if value is not None}).encode()
    request = urllib.request.Request(url.rstrip("/") + "/" + operation, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=REMOTE_TIMEOUT_S) as response:
            raw = response.read(REMOTE_MAX_BYTES + 1)
    except urllib.error.HTTPError as error:
        answer = parse_json(error.read(REMOTE_MAX_BYTES))
        failure = answer.get("error") if isinstance(answer, dict) else None
        if error.code < 500 and isinstance(failure, dict):
            raise QueryError(str(failure.get("code")), str(failure.get("message")))
        raise Unreachable("HTTP status %d" % error.code)
    except (OSError, ValueError) as error:
        raise Unreachable(str(getattr(error, "reason", error)))
    answer = parse_json(raw) if len(raw) <= REMOTE_MAX_BYTES else None
    if not isinstance(answer, dict):
        raise Unreachable("the answer is not a JSON object of at most %d bytes" % REMOTE_MAX_BYTES)
    return answer


# ---------------------------------------------------------------------------------------------- command line


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise QueryError("invalid-argument", message)


def parse_arguments(argv):
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    verbs = parser.add_subparsers(dest="operation", metavar="OPERATION")
    for name, (_, _, flags) in OPERATIONS.items():
        verb = verbs.add_parser(name, aliases=[name.replace("_", "-")], allow_abbrev=False)
        for flag in flags + ["state_root"]:
            action = "store_true" if flag in SWITCHES else "store"
            verb.add_argument(*sorted({"--" + flag, "--" + flag.replace("_", "-")}), dest=flag, action=action)
    args = vars(parser.parse_args(argv))
    if args["operation"] is None:
        raise QueryError("invalid-argument", "expected an operation: %s" % ", ".join(OPERATIONS))
    return args


def answer_to(argv):
    args = parse_arguments(argv)
    operation = args["operation"].replace("-", "_")
    run, check, _ = OPERATIONS[operation]
    checked = check(args)
    kb = pathlib.Path(args.get("state_root") or ".") / "workspace" / "kb"
    path = kb / "structural_index" / "manifest.json"
    manifest = parse_manifest(path.read_bytes(), path) if path.is_file() else None
    warnings = []
    url = remote_url(manifest)
    if url is not None:
        try:
            return ask_remote(url, operation, checked)
        except Unreachable as error:
            warnings.append("remote index %s: %s; answered from local sources" % (show(url), error))
    source = open_source(kb, manifest)
    try:
        answer = run(source, checked)
    finally:
        source.close()
    return dict(answer, warnings=warnings) if warnings else answer


def main():
    status = 0
    try:
        answer = answer_to(sys.argv[1:])
    except QueryError as error:
        answer = {"error": {"code": error.code, "message": str(error)}}
        status = 3 if error.code in ("index-corrupt", "index-foreign") else 2
    except OSError as error:
        answer, status = {"error": {"code": "io", "message": str(error)}}, 1
    except Exception as error:  # a caller that reads JSON must get JSON
        message = "%s: %s" % (type(error).__name__, error)
        answer, status = {"error": {"code": "internal", "message": message}}, 1
    try:
        print(json.dumps(answer), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


if __name__ == "__main__":
    sys.exit(main())
