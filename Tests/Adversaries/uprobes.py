"""uprobes through perf_event_open(2): the kernel writes a breakpoint into the code of one process. For tests only."""
import ctypes
import os
import pathlib
import struct

LIBC = ctypes.CDLL(None, use_errno=True)
KIND = pathlib.Path("/sys/bus/event_source/devices/uprobe/type")
CALLS = {"x86_64": 298, "aarch64": 241}


class Unavailable(Exception):
    pass


def rows(process):
    """Start, end, offset and path of each row of a memory map that has a file."""
    for line in pathlib.Path(f"/proc/{process}/maps").read_text().splitlines():
        fields = line.split(None, 5)
        if len(fields) == 6 and fields[5].startswith("/"):
            start, end = (int(part, 16) for part in fields[0].split("-"))
            yield start, end, int(fields[2], 16), fields[5]


def of_libc(process):
    """File and offset of a function of libc, which this process has loaded from the same file."""
    address = ctypes.cast(LIBC.getppid, ctypes.c_void_p).value
    for start, end, offset, path in rows("self"):
        if start <= address < end and path in {row[3] for row in rows(process)}:
            return path, address - start + offset
    raise Unavailable("no libc in a file of its own")


def of_library(process, names):
    """File and offset of the unused end of the code of the first library that is there. Nobody runs it."""
    lines = pathlib.Path(f"/proc/{process}/maps").read_text().splitlines()
    code = {int(line.split("-")[0], 16) for line in lines if "x" in line.split()[1]}
    for name in names:
        for start, end, offset, path in rows(process):
            if name in path and start in code:
                return path, min(end - start + offset, os.path.getsize(path)) - 8
    raise Unavailable("no other library in a file of its own")


def of_program(process):
    """File and offset of the program's first instruction: it ran already and runs no more."""
    file = os.readlink(f"/proc/{process}/exe")
    with open(file, "rb") as program:
        head = program.read(64)
        entry, table = struct.unpack_from("<QQ", head, 24)
        size, count = struct.unpack_from("<HH", head, 54)
        for place in range(count):
            program.seek(table + place * size)
            kind, flags, offset, address, _, length = struct.unpack("<IIQQQQ", program.read(40))
            if kind == 1 and flags & 1 and address <= entry < address + length:
                return file, entry - address + offset
    raise Unavailable("the program has no entry in its code")


def opened(process, file, offset):
    """The descriptor of a uprobe; it is gone when that is closed."""
    if os.uname().machine not in CALLS or not KIND.exists():
        raise Unavailable("the kernel has no uprobes")
    name = ctypes.create_string_buffer(file.encode())
    # type, size, config, period, sample type, read format, flags, wake-up, breakpoint type; then file and offset.
    event = struct.pack(
        "<IIQQQQQIIQQ", int(KIND.read_text()), 112, 0, 0, 0, 0, 0, 0, 0, ctypes.addressof(name), offset)
    probe = LIBC.syscall(
        CALLS[os.uname().machine], ctypes.c_char_p(event.ljust(112, b"\0")), process, -1, -1, 0)
    if probe < 0:
        raise Unavailable(f"uprobes are refused here (errno {ctypes.get_errno()})")
    return probe
