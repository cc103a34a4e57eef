"""What the checks share: finding Swift files, seeing code without its comments and strings, reporting."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent).resolve()
# Samples are input of the audit and are flawed on purpose.
NOT_OURS = {"Samples", "Resources", "Fixtures", ".build"}
LITERAL = re.compile(r'//[^\n]*|/\*|(#*)("""|")')


def swift_files(*folders):
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.swift"))]
    return [file for file in files if not NOT_OURS & set(file.relative_to(ROOT).parts)]


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def string_end(text, start, hashes, quote):
    """The index after the string whose content begins at `start`; interpolations may hold further strings."""
    close, escape = quote + hashes, "\\" + hashes
    while start < len(text) and not text.startswith(close, start):
        if text.startswith(escape + "(", start):
            start, depth = start + len(escape) + 1, 1
            while start < len(text) and depth:
                inner = LITERAL.match(text, start)
                if inner and inner[2]:
                    start = string_end(text, inner.end(), inner[1], inner[2])
                else:
                    depth += {"(": 1, ")": -1}.get(text[start], 0)
                    start += 1
        else:
            start += len(escape) + 1 if text.startswith(escape, start) else 1
    return min(start + len(close), len(text))


def code(text, strings=False):
    """`text` with comments (and, unless asked for, strings) turned into blanks; every line keeps its number."""
    out, at = [], 0
    while literal := LITERAL.search(text, at):
        out.append(text[at : literal.start()])
        if literal[2]:
            at = string_end(text, literal.end(), literal[1], literal[2])
        elif literal[0] == "/*":
            found = text.find("*/", literal.end())
            at = len(text) if found < 0 else found + 2
        else:
            at = literal.end()
        piece = text[literal.start() : at]
        out.append(piece if strings and literal[2] else blank(piece))
    return "".join(out) + text[at:]


def end(findings, summary):
    """Prints the findings, or the summary; exits 1 if there were any."""
    places = [(path.relative_to(ROOT) if path else "-", line, what) for path, line, what in findings]
    print("\n".join(f"{path}:{line}: {what}" for path, line, what in places) or summary)
    sys.exit(1 if findings else 0)
