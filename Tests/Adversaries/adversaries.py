#!/usr/bin/env python3
"""Attacks a running `mantlet check --json --watch` with real tools and prints which probes saw it.

  adversaries.py PROGRAM [--clean N] [--only NAME,NAME] [--quick] [--light] [--seconds S]

Exit 0 when every adversary that could run was seen and no clean run showed anything, 1 otherwise. Those that no check
of this level can see are marked `–` and counted apart. A tool that is missing is named and skipped
(MANTLET_REQUIRE_TOOLS=1 makes that a failure).
"""
import argparse
import ctypes
import functools
import json
import os
import pathlib
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

import uprobes

HERE = pathlib.Path(__file__).resolve().parent
QUIET = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
try:
    import frida
except ImportError:
    frida = None


class Skipped(Exception):
    pass


class NotAgainstThis(Skipped):
    """No tool is missing: the adversary attacks no program of this form, or is written for another processor."""


class Ended(Exception):
    pass


class Report:
    """One printed check, of the command or of a test process."""

    def __init__(self, line):
        node = json.loads(line)
        probes = node.get("probes", [])
        self.detected = {p["probe"] for p in probes if p["observation"] == "detected"} | set(node.get("detected", []))
        self.blind = {p["probe"] for p in probes if p["observation"] == "unavailable"} | set(node.get("unavailable", []))
        # Running as root is the tester's own doing.
        self.detected.discard("privilegedAccess.effectiveUser")
        self.hooked = node.get("isHooked", node.get("hooked") == "fails")
        self.debugged = node.get("isDebugged", node.get("debugged") == "fails")
        verdicts = node.get("verdicts", node)
        # Questions that stayed open: a strong probe could not look.
        self.open = [name for name in ("rooted", "hooked", "debugged")
                     if str(verdicts.get(name, "undetermined")).startswith("undetermined")]
        self.evidence = node.get("evidence", [])

    @property
    def flags(self):
        return "".join(letter for letter, is_set in (("H", self.hooked), ("D", self.debugged)) if is_set) or "-"


class Victim:
    def __init__(self, environment=None, before=(), command=None):
        self.process = subprocess.Popen(
            [*before, *(command or COMMAND)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})})
        self.pid = self.process.pid
        self.buffer = b""
        self.first = self.line() if WATCHES_AT_START and not command else None

    def line(self):
        end = time.monotonic() + SECONDS
        while b"\n" not in self.buffer:
            left = end - time.monotonic()
            ready = left > 0 and select.select([self.process.stdout], [], [], left)[0]
            more = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            if not more:
                if ready and self.process.wait() == 77:
                    raise Skipped("the attack is not possible here")
                raise Ended("the program ended" if ready else "no answer in time")
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\n", 1)
        return Report(line)

    def ask(self):
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        return self.line()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def needs(tool):
    path = shutil.which(tool)
    if not path:
        raise Skipped(f"{tool} is not installed")
    return path


def clean(victim):
    if (report := victim.first or victim.ask()).detected:
        raise Ended(f"not clean before the attack: {sorted(report.detected)}")


def wait_for(victim, held):
    """Asks until something shows or the time is over: tools attach in their own time."""
    end = time.monotonic() + SECONDS / 2
    while True:
        report = victim.ask()
        if held(report) or time.monotonic() > end:
            return report
        time.sleep(0.05)


# Frida -----------------------------------------------------------------------------------------------------------

HOOK = "Interceptor.attach(Module.getGlobalExportByName('%s'), { onEnter() {} });"
OWN = """
const own = Process.mainModule.enumerateSymbols().filter(s => s.type === 'function' && s.name.indexOf('%s') >= 0);
for (const s of own) { try { Interceptor.attach(s.address, { onEnter() {} }); break; } catch (e) {} }
"""
FILTER = """
const open_ = Module.getGlobalExportByName('open'), read_ = Module.getGlobalExportByName('read');
const maps = new Set();
Interceptor.attach(open_, {
  onEnter(a) { this.isMap = a[0].readUtf8String().endsWith('/maps'); },
  onLeave(fd) { if (this.isMap) maps.add(fd.toInt32()); } });
Interceptor.attach(read_, {
  onEnter(a) { this.fd = a[0].toInt32(); this.to = a[1]; },
  onLeave(count) {
    const n = count.toInt32();
    if (n <= 0 || !maps.has(this.fd)) return;
    const text = this.to.readUtf8String(n);
    const kept = text.split('\\n').filter(l => l.indexOf('frida') < 0).join('\\n');
    this.to.writeUtf8String(kept); count.replace(kept.length); } });
"""


def is_static(program):
    """Whether the kernel starts no loader for it: an ELF file of 64 bits without PT_INTERP."""
    with open(program, "rb") as file:
        header = file.read(64)
        offset, = struct.unpack_from("<Q", header, 32)
        size, count = struct.unpack_from("<HH", header, 54)
        file.seek(offset)
        return all(struct.unpack("<I", file.read(size)[:4])[0] != 3 for _ in range(count))


@functools.cache
def ends_what_is_static():
    """Whether frida ends even a static program that only waits, as its agent does that looks for the loaded libc. A static
    victim that ends then says nothing of the checks: nobody got in."""
    idle = pathlib.Path(FOLDER) / "idle"
    subprocess.run([needs("gcc"), "-static", "-xc", "-o", str(idle), "-"], check=True, text=True,
                   input="#include <unistd.h>\nint main(void) { for (;;) pause(); }\n")
    victim = subprocess.Popen([str(idle)], **QUIET)
    try:
        subprocess.run([sys.executable, "-c", "import frida, sys; frida.attach(int(sys.argv[1]))", str(victim.pid)],
                       timeout=SECONDS, **QUIET)
        victim.wait(2)
        return True
    except subprocess.TimeoutExpired:
        return False
    finally:
        victim.kill()
        victim.wait()


def needs_frida(command):
    if frida is None:
        raise Skipped("frida is not installed (pip install frida)")
    if is_static(command[0]) and ends_what_is_static():
        raise NotAgainstThis("frida gets into no static program: it ends even one that only waits")


def attached(script=None, detaches=False, traced=False, command=None):
    needs_frida(command or COMMAND)
    with Victim(command=command) as victim:
        clean(victim)
        tracer = None
        if traced:
            tracer = subprocess.Popen(
                [needs("strace"), "-qq", "-o", "/dev/null", "-e", "trace=none", "-p", str(victim.pid)],
                stderr=subprocess.DEVNULL)
            wait_for(victim, lambda r: r.debugged)
        try:
            busy = threading.Event()
            result = {}

            def attach():
                try:
                    result["session"] = frida.attach(victim.pid)
                except Exception as error:  # frida's errors have no common base that all versions share
                    result["error"] = error
                busy.set()

            threading.Thread(target=attach, daemon=True).start()
            while not busy.wait(0.02):
                victim.ask()
            if "error" in result:
                raise Skipped(f"frida could not attach: {type(result['error']).__name__}")
            session = result["session"]
            if script:
                loaded = session.create_script(script)
                loaded.load()
            report = victim.ask()
            if detaches:
                session.detach()
                time.sleep(1)
                report = victim.ask()
            return report
        finally:
            if tracer:
                tracer.kill()
                tracer.wait()


def attached_without_ptrace():
    """The tracer's slot is taken, so frida writes into `malloc` and waits for a thread that calls it: of four victims that
    allocate all the time one must have let it in and be seen. A victim that it ends, or does not get into, says nothing."""
    busy = pathlib.Path(COMMAND[0]).with_name("ProbeProcess")
    if not busy.exists():
        raise Skipped("ProbeProcess is not built beside the program (swift build --product ProbeProcess)")
    ended = 0
    for _ in range(4):
        try:
            report = attached(traced=True, command=[str(busy), "busy", *(["light"] if "--light" in COMMAND else [])])
        except Ended:
            ended += 1
            continue
        except Skipped as reason:
            if "frida could not attach" not in str(reason):
                raise
            ended += 1
            continue
        if report.detected & ADVERSARIES["b3 attach, slot taken"][1]:
            return report
    if ended == 4:
        raise Skipped("frida's way without ptrace got into none of four victims, or ended them")
    return report


def spawned():
    needs_frida(COMMAND)
    device = frida.get_local_device()
    parts, whole = [], threading.Event()

    def output(pid, fd, data):
        if fd == 1:
            parts.append(data)
            if b"\n" in b"".join(parts):
                whole.set()

    device.on("output", output)
    pid = None
    try:
        try:
            pid = device.spawn(COMMAND, stdio="pipe")
            session = device.attach(pid)
        except Exception as error:  # as above
            raise Skipped(f"frida could not spawn: {type(error).__name__}") from None
        device.resume(pid)
        if not WATCHES_AT_START:
            device.input(pid, b"\n")
        if not whole.wait(SECONDS):
            raise Ended("no answer in time")
        session.detach()
        return Report(b"".join(parts).split(b"\n", 1)[0])
    finally:
        device.off("output", output)
        if pid is not None:
            device.kill(pid)


# Debuggers -------------------------------------------------------------------------------------------------------

def debugged(*commands, leaves=False):
    gdb = needs("gdb")
    with Victim() as victim:
        clean(victim)
        arguments = [gdb, "-nx", "-q", "-batch-silent", "-p", str(victim.pid)]
        for command in ("handle SIGUSR1 stop nopass", *commands, "continue", *(["detach"] if leaves else [])):
            arguments += ["-ex", command]
        tool = subprocess.Popen(arguments, **QUIET)
        try:
            report = wait_for(victim, lambda r: r.debugged)
            if leaves:
                os.kill(victim.pid, signal.SIGUSR1)
                tool.wait(SECONDS)
                report = victim.ask()
            return report
        finally:
            tool.kill()
            tool.wait()


def straced():
    with Victim() as victim:
        clean(victim)
        tool = subprocess.Popen(
            [needs("strace"), "-f", "-qq", "-o", "/dev/null", "-p", str(victim.pid)], stderr=subprocess.DEVNULL)
        try:
            return wait_for(victim, lambda r: r.debugged)
        finally:
            tool.kill()
            tool.wait()


def traced_from_start():
    with Victim(before=[needs("strace"), "-qq", "-o", "/dev/null", "-e", "trace=none"]) as victim:
        return victim.first or victim.ask()


LIBC = uprobes.LIBC
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
LIBC.ptrace.restype = ctypes.c_long


def seized():
    with Victim() as victim:
        clean(victim)
        if LIBC.ptrace(0x4206, victim.pid, None, None) != 0:
            raise Skipped(f"PTRACE_SEIZE is refused here (errno {ctypes.get_errno()})")
        return victim.ask()


# Memory from outside ---------------------------------------------------------------------------------------------

def rows(pid):
    for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines():
        fields = line.split(None, 5)
        start, end = (int(part, 16) for part in fields[0].split("-"))
        yield start, end, fields[1], fields[5] if len(fields) > 5 else ""


def patched(restores=False, names=("/libc.so",), ours=False):
    """One byte in the unused end of a library's code, through /proc/PID/mem; of the first that is there, and of the program's
    own where it brought its C library in itself and `ours` is set."""
    with Victim() as victim:
        clean(victim)
        code = [(end, path) for _, end, flags, path in rows(victim.pid) if "x" in flags]
        place = [end - 8 for name in names for end, path in code if name in path]
        if not place and ours and not any(".so" in path for _, path in code):
            place = [end - 8 for end, path in code if path == COMMAND[0]]
        if not place:
            raise Skipped(f"no {' or '.join(name.strip('/') for name in names)} in a file of its own")
        try:
            with open(f"/proc/{victim.pid}/mem", "r+b", buffering=0) as memory:
                memory.seek(place[0])
                old = memory.read(1)
                for byte in (bytes([old[0] ^ 0xFF]), *([old] if restores else [])):
                    memory.seek(place[0])
                    memory.write(byte)
        except OSError as error:
            raise Skipped(f"the memory of another process cannot be written (errno {error.errno})") from None
        return victim.ask()


def read_from_outside():
    with Victim() as victim:
        clean(victim)
        with open(f"/proc/{victim.pid}/mem", "rb", buffering=0) as memory:
            start = next(start for start, _, flags, path in rows(victim.pid) if path == "[heap]")
            memory.seek(start)
            memory.read(4096)
        return victim.ask()


# The kernel's own probes, as profilers and eBPF tools set them: it writes a breakpoint. ----------------------------

def probed(place):
    with Victim() as victim:
        clean(victim)
        try:
            probe = uprobes.opened(victim.pid, *place(victim.pid))
        except uprobes.Unavailable as reason:
            raise Skipped(str(reason)) from None
        try:
            return victim.ask()
        finally:
            os.close(probe)


# From outside of the process name space --------------------------------------------------------------------------

def outside(stops=False, records=False):
    """A tracer that the program's kernel view has no number for: /proc/self/status says TracerPid 0."""
    apart = [needs("unshare"), "--pid", "--fork", "--mount-proc", "--kill-child"]
    if subprocess.run([*apart, "true"], stderr=subprocess.DEVNULL).returncode != 0:
        raise Skipped("no process name space may be made here")
    with Victim(before=apart) as victim:
        clean(victim)
        program = int(pathlib.Path(f"/proc/{victim.pid}/task/{victim.pid}/children").read_text().split()[0])
        tool = None
        try:
            if stops:
                arguments = ["-nx", "-q", "-batch-silent", "-p", str(program), "-ex", "break getppid", "-ex", "continue"]
                tool = subprocess.Popen([needs("gdb"), *arguments], **QUIET)
                return wait_for(victim, lambda r: r.hooked)
            if records:
                log = pathlib.Path(FOLDER) / "outside.strace"
                arguments = ["-f", "-qq", "-o", str(log), "-p", str(program)]
                tool = subprocess.Popen([needs("strace"), *arguments], **QUIET)
                end = time.monotonic() + SECONDS / 2
                while '"status"' not in (log.read_text() if log.exists() else ""):
                    if tool.poll() is not None or time.monotonic() > end:
                        raise Skipped("strace records nothing here")
                    report = victim.ask()
                return report
            if LIBC.ptrace(0x4206, program, None, None) != 0:
                raise Skipped(f"PTRACE_SEIZE is refused here (errno {ctypes.get_errno()})")
            if f"TracerPid:\t{os.getpid()}\n" in pathlib.Path(f"/proc/{program}/status").read_text():
                return victim.ask()
            raise Ended("the tracer is not attached")
        finally:
            if tool:
                tool.kill()
                tool.wait()


# Libraries -------------------------------------------------------------------------------------------------------

def library(how, answers="", name="", before=()):
    if os.uname().machine != "x86_64":
        raise NotAgainstThis("attacker.c is written for x86-64")
    file = pathlib.Path(FOLDER) / (name or f"{how}.so")
    command = [needs("gcc"), "-shared", "-fPIC", "-O1", "-o", str(file), str(HERE / "attacker.c"), "-ldl"]
    subprocess.run(command + ([f"-D{answers}"] if answers else []), check=True, stderr=subprocess.DEVNULL)
    with Victim({"LD_PRELOAD": str(file), "ADVERSARY": how}, before) as victim:
        if probe := {"later": "hooks.importTable", "undump": "hooks.copiedCode"}.get(how):
            # What was right at the first look must not be taken on trust at the next.
            if probe in (victim.first or victim.ask()).detected:
                raise Ended("the attack came too early")
            os.kill(victim.pid, signal.SIGUSR2)
            return wait_for(victim, lambda r: probe in r.detected)
        return victim.first or victim.ask()


def undumpable():
    """Root may read its page table whatever its dumpable flag says: the program runs as another user."""
    if os.geteuid() != 0:
        return library("undump")
    before = [needs("setpriv"), "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    os.chmod(FOLDER, 0o755)
    if subprocess.run([*before, "test", "-r", COMMAND[0], "-a", "-x", COMMAND[0]], **QUIET).returncode != 0:
        raise Skipped("the program cannot be run by another user here")
    return library("undump", before=before)


def mounted():
    """An empty file lies over the memory map of the program, in a name space of mounts of its own. Once it runs: Swift reads
    a program's arguments there, too."""
    apart = [needs("unshare"), "--mount"]
    if subprocess.run([*apart, "sh", "-ec", "mount --bind /dev/null /proc/$$/maps"], **QUIET).returncode != 0:
        raise Skipped("nothing may be mounted here")
    with Victim(before=apart) as victim:
        inside = [needs("nsenter"), "--mount", "--target", str(victim.pid)]
        mount = ["mount", "--bind", "/dev/null", f"/proc/{victim.pid}/maps"]
        if subprocess.run([*inside, *mount], **QUIET).returncode != 0:
            raise Skipped("nothing may be mounted for another process here")
        return victim.ask()


CODE = {"hooks.systemCode", "appIntegrity.ownCode", "hooks.libraryCode"}
OTHERS = ("/libssl.so", "/libswiftCore.so", "/libstdc++.so", "/libm.so")
# name: what it is, how it is done, the probes of which at least one must see it, and the flag that must be set; `?` where
# the question of hooks must stay open.
ADVERSARIES = {
    "a attach": (lambda: attached(), {"hooks.toolCode", "hooks.unlistedCode"}, "H"),
    "b hook libc": (lambda: attached(HOOK % "getenv"), {"hooks.systemCode"}, "H"),
    "c hook own code": (lambda: attached(OWN % OWN_FUNCTION), {"appIntegrity.ownCode"}, "H"),
    "b3 attach, slot taken": (attached_without_ptrace, {"hooks.toolCode", "hooks.unnamedCode"}, "H"),
    "d spawn": (spawned, {"hooks.toolCode", "hooks.unlistedCode", "hooks.descriptors"}, "H"),
    "m attach and leave": (lambda: attached(HOOK % "getenv", detaches=True), {"hooks.copiedCode", "hooks.splitCode"}, "H"),
    "n4 attach and filter": (lambda: attached(FILTER), {"hooks.hiddenCode"}, "H"),
    "e gdb": (lambda: debugged(), {"debug.tracerPid"}, "D"),
    "e2 gdb breakpoint": (lambda: debugged("break getppid"), {"debug.tracerPid"}, "D"),
    "m2 gdb breakpoint, gone": (lambda: debugged("break getppid", leaves=True), {"hooks.copiedCode"}, ""),
    "f strace": (straced, {"debug.tracerPid"}, "D"),
    "h seize": (seized, {"debug.tracerPid"}, "D"),
    "i started by a tracer": (traced_from_start, {"debug.tracerPid"}, "D"),
    "g preload": (lambda: library("preload", "ANSWERS"), {"hooks.preload", "hooks.interposedFunctions"}, "H"),
    "g2 preload, as librt": (lambda: library("preload", "ANSWERS", "librtx.so"), {"hooks.interposedFunctions"}, "H"),
    "g3 preload, as libc": (lambda: library("preload", "ANSWERS", "libc.so.x"), {"hooks.interposedFunctions"}, "H"),
    "g4 preload, poll": (lambda: library("preload", "ANSWERS_POLL"), {"hooks.interposedFunctions"}, "H"),
    "g5 preload, dlsym": (lambda: library("preload", "ANSWERS_DLSYM"), {"hooks.interposedFunctions"}, "H"),
    "n6 preload, scrubbed": (lambda: library("scrub", "ANSWERS"), {"hooks.preload"}, "H"),
    "j import slot": (lambda: library("got"), {"hooks.importTable"}, "H"),
    "j2 import slot, later": (lambda: library("later"), {"hooks.importTable"}, "H"),
    "n3 import slot in libc": (lambda: library("libc"), {"hooks.importTable"}, "H"),
    "k inline hook": (lambda: library("inline"), CODE, "H"),
    "n1 unnamed memory": (lambda: library("stub"), {"hooks.unnamedCode"}, "H"),
    "n2 code cave": (lambda: library("cave"), CODE, "H"),
    "n5 hardware breakpoint": (lambda: library("counter"), {"hooks.descriptors", "hooks.signalHandlers"}, "H"),
    "k2 patch from outside": (lambda: patched(ours=True), {"hooks.systemCode", "appIntegrity.ownCode"}, "H"),
    "k3 patch, restored": (lambda: patched(restores=True, ours=True), {"hooks.copiedCode"}, ""),
    "p moved over code": (lambda: library("moved"), {"hooks.replacedCode"}, "H"),
    "p2 file laid over code": (lambda: library("laid"), {"hooks.replacedCode"}, "H"),
    "p3 dumpable off, patch": (undumpable, {"hooks.copiedCode"}, ""),
    # Seen as a question that stays open.
    "p4 mount over the map": (mounted, set(), "?"),
    "k4 patch, other library": (lambda: patched(names=OTHERS), {"hooks.libraryCode"}, "H"),
    "u uprobe on libc": (lambda: probed(uprobes.of_libc), {"hooks.systemCode"}, "H"),
    "u2 uprobe on own code": (lambda: probed(uprobes.of_program), {"appIntegrity.ownCode"}, "H"),
    "u3 uprobe, other library": (lambda: probed(lambda pid: uprobes.of_library(pid, OTHERS)), {"hooks.libraryCode"}, "H"),
    "o2 gdb from outside": (lambda: outside(stops=True), CODE, "H"),
    # Leave nothing that a check of ours looks at: here so that nobody believes otherwise.
    "o seize from outside": (lambda: outside(), set(), ""),
    "o3 strace from outside": (lambda: outside(records=True), set(), ""),
    "l read from outside": (read_from_outside, set(), ""),
}
# By which probes a light check sees them; none where it does not look at their place.
LIGHT = {
    "n4 attach and filter": {"hooks.toolCode", "hooks.unlistedCode"},
    "k4 patch, other library": set(), "u3 uprobe, other library": set(),
}
# What needs gcc, python3, strace and util-linux only.
QUICK = ["f strace", "h seize", "i started by a tracer", "g preload", "g2 preload, as librt", "g3 preload, as libc",
         "g4 preload, poll", "g5 preload, dlsym", "n6 preload, scrubbed", "j import slot", "j2 import slot, later",
         "n3 import slot in libc", "k inline hook", "n1 unnamed memory", "n2 code cave", "n5 hardware breakpoint",
         "p moved over code", "p2 file laid over code", "p3 dumpable off, patch", "p4 mount over the map",
         "k2 patch from outside", "k3 patch, restored", "k4 patch, other library", "u uprobe on libc",
         "u2 uprobe on own code", "u3 uprobe, other library", "o seize from outside", "o3 strace from outside",
         "l read from outside"]


def attack(name):
    """Its mark, `✓` seen, `–` not visible as documented, `✗` anything else, and what was seen."""
    how, probes, flag = ADVERSARIES[name]
    if COMMAND[-1] in ("light", "--light"):
        probes = LIGHT.get(name, probes)
    report = how()
    text = f"{report.flags:2}  {', '.join(sorted(report.detected)) or 'nothing'}"
    if flag == "?":
        return "✓" if "hooked" in report.open else "✗", f"{text}, left open: {', '.join(report.open) or 'nothing'}"
    if not probes:
        return ("✗", f"{text}: should not be visible") if report.detected else ("–", "not visible, as documented")
    return "✓" if report.detected & probes and (not flag or flag in report.flags) else "✗", text


def perf_program():
    """A `perf` that records here, or None with a line that says so."""
    perf = shutil.which("perf")
    probe = [perf, "record", "-q", "-o", f"{FOLDER}/perf.data", "--", "true"]
    if perf and subprocess.run(probe, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
        return perf
    print(f"-  {'clean under perf record, -p':26} skipped: perf {'may not record here' if perf else 'is not installed'}")
    return None


def checked(before):
    """The checks of one run, started by the program `before`, if any."""
    with Victim(before=before) as victim:
        return ([victim.first] if victim.first else []) + [victim.ask()]


def profiled(perf):
    """The checks of one run before, while and after `perf record -p` takes samples of it."""
    with Victim() as victim:
        reports = [victim.first or victim.ask()]
        tool = subprocess.Popen([perf, "record", "-q", "-o", f"{FOLDER}/perf.data", "-p", str(victim.pid)], **QUIET)
        try:
            end = time.monotonic() + SECONDS / 2
            while not samples(tool.pid):
                if tool.poll() is not None or time.monotonic() > end:
                    raise Ended("perf did not attach")
                time.sleep(0.02)
            # Some: it begins to take samples a moment later.
            reports += [victim.ask() for _ in range(5)]
            if tool.poll() is not None:
                raise Ended("perf left before it was told to")
        finally:
            tool.send_signal(signal.SIGINT)
            try:
                tool.wait(SECONDS)
            except subprocess.TimeoutExpired:
                tool.kill()
                tool.wait()
        return reports + [victim.ask()]


def samples(tool):
    """Whether this process holds a counter of the kernel's that is switched on: it has mapped its samples."""
    try:
        return any("anon_inode:[perf_event]" in line for line in open(f"/proc/{tool}/maps"))
    except OSError:
        return False


def clean_runs(count, with_perf):
    """Also under `perf record`, from the start and attached: a profiler is no attack. Returns how many were wrong, and how
    many kinds were skipped."""
    wrong = 0
    runs = [("clean", lambda: checked(()))] * count
    perf = perf_program() if count and with_perf else None
    if perf:
        runs += [("perf record", lambda: checked((perf, "record", "-q", "-o", f"{FOLDER}/perf.data", "--")))] * count
        runs += [("perf record -p", lambda: profiled(perf))] * count
    blind = set()
    for name, run in runs:
        try:
            reports = run()
        except (Ended, Skipped) as error:
            print(f"?  {name}: {error}")
            wrong += 1
            continue
        for report in reports:
            blind |= report.blind
            if report.detected or report.hooked or report.debugged or report.open:
                wrong += 1
                left = f"left open: {', '.join(report.open)}" if report.open else report.evidence
                print(f"✗  {name}: {left}")
                break
    print(f"{'✗' if wrong else '✓'}  {len(runs)} clean runs, {wrong} with a false positive or an open question"
          + (f"; could not look: {', '.join(sorted(blind))}" if blind else ""), flush=True)
    return wrong, int(bool(count) and with_perf and not perf)


def main():
    global COMMAND, WATCHES_AT_START, FOLDER, SECONDS, OWN_FUNCTION
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--clean", type=int, default=50)
    parser.add_argument("--only", default="")
    parser.add_argument("--quick", action="store_true", help="neither frida nor gdb nor perf")
    parser.add_argument("--light", action="store_true", help="checks of the light level")
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.program).resolve())
    is_command = pathlib.Path(program).name.startswith("mantlet")
    COMMAND = [program, *(["check", "--json", "--watch"] if is_command else ["serve"])]
    if arguments.light:
        COMMAND.append("--light" if is_command else "light")
    WATCHES_AT_START, SECONDS = is_command, arguments.seconds
    OWN_FUNCTION = "$s14MantletCommand" if is_command else "$s12ProbeProcess"
    chosen = [name for name in (QUICK if arguments.quick else ADVERSARIES)
              if not arguments.only or name.split()[0] in arguments.only.split(",")]
    marks, missing = [], 0
    with tempfile.TemporaryDirectory() as FOLDER:
        wrong, skipped = clean_runs(arguments.clean, with_perf=not arguments.quick)
        missing += skipped
        for name in chosen:
            try:
                mark, text = attack(name)
            except Skipped as reason:
                skipped += 1
                missing += not isinstance(reason, NotAgainstThis)
                print(f"-  {name:26} skipped: {reason}", flush=True)
                continue
            except (Ended, OSError, subprocess.SubprocessError) as error:
                mark, text = "✗", f"?   {error}"
            marks.append(mark)
            print(f"{mark}  {name:26} {text}", flush=True)
    failed = marks.count("✗") + (wrong > 0)
    print(f"{marks.count('✓')} seen, {marks.count('–')} not visible, as documented, {failed} failed, {skipped} skipped")
    return 1 if failed or missing and os.environ.get("MANTLET_REQUIRE_TOOLS") == "1" else 0


if __name__ == "__main__":
    sys.exit(main())
