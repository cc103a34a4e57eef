"""Apple's own C headers, as the package of the Zig compiler carries them, and what clang says for iOS about a list of names.

They are headers of macOS: for the functions of C, Mach and dyld they are the same, with what iOS lacks marked as such.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HEADERS = "0.13.0"  # of the Zig compiler


def fetch(cache, names, systems):
    """Puts packages into the cache folder; false when there is no network."""
    cache.mkdir(parents=True, exist_ok=True)
    platforms = [word for system in systems for word in ("--platform", system)]
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--python-version", "3.12"]
    try:
        return subprocess.run([*command, *platforms, "-d", str(cache), *names], capture_output=True, timeout=300).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def headers(cache):
    """The folder of Apple's C headers, or nothing when there is no network. Of the package only they are kept."""
    folder = cache / f"headers-{HEADERS}"
    if not folder.exists():
        if not fetch(cache, [f"ziglang=={HEADERS}"], ["manylinux_2_12_x86_64", "manylinux2014_x86_64"]):
            return None
        package = next(cache.glob(f"ziglang-{HEADERS}-*.whl"))
        with zipfile.ZipFile(package) as wheel, tempfile.TemporaryDirectory(dir=cache) as unpacked:
            inside = "ziglang/lib/libc/include/any-macos-any/"
            wheel.extractall(unpacked, [name for name in wheel.namelist() if name.startswith(inside)])
            (pathlib.Path(unpacked) / inside).rename(folder)
        package.unlink()
    return folder


def compiled(rows, table, cache, ios):
    """What clang says about rows of the table, as line and message; nothing without clang or headers."""
    clang, folder = shutil.which("clang"), headers(cache)
    if not clang or not folder:
        return None
    code = "".join(f"#include <{name}>\n" for name in sorted({row[3] for row in rows.values()}))
    code += "#define SAME(a, b) _Static_assert(__builtin_types_compatible_p(a, b), #a)\n"
    code += "#define FIELD(s, f, t) SAME(__typeof__(((s *)0)->f), t)\n"
    for name, (number, _, lookup, *_) in rows.items():
        text = f'_Static_assert({lookup}, "another number");' if " == " in lookup else lookup
        # Declared again it has the same type; used it is there on iOS.
        if lookup.startswith("extern "):
            text += f" void *used_{number}(void) {{ return (void *)&{name}; }}"
        code += f'#line {number} "{table}"\n{text}\n'
    resources = subprocess.run([clang, "-print-resource-dir"], capture_output=True, text=True).stdout.strip()
    target = f"arm64-apple-ios{'.'.join(map(str, ios))}"
    command = [clang, "-x", "c", "-target", target, "-nostdinc", "-isystem", resources + "/include", "-isystem", str(folder)]
    done = subprocess.run([*command, "-fsyntax-only", "-ferror-limit=0", "-"], input=code, capture_output=True, text=True)
    found = re.findall(rf"{re.escape(table)}:(\d+):\d+: error: (.*)", done.stderr)
    if done.returncode and not found:
        sys.exit(f"check-apple-symbols: Apple's headers do not compile: {done.stderr[:500]}")
    return [(int(number), message) for number, message in found]
