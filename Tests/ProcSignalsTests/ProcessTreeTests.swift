#if os(Linux)

  import AppIntegrity
  import Foundation
  import ProcSignals
  import SecurityPolicy
  import Testing

  @Suite("ProcSignals on staged process files")
  struct ProcessTreeTests {
    private static let library =
      "7f0000026000-7f000017c000 r-xp 00026000 fe:00 333151                     /usr/lib/x86_64-linux-gnu/libc.so.6\n"

    @Test("A tracer in the process status is a strong sign of a debugger")
    func tracer() throws {
      let device = try StagedDevice()
      try device.write("/proc/self/status", "Name:\tapp\nTracerPid:\t4294967290\nUid:\t1000\t1000\t1000\t1000\n")
      #expect(device.detected() == ["debug.tracerPid"])
      #expect(device.assessment().debugged.word == "fails")
      #expect(device.assessment().hooked == .holds)
      try device.write("/proc/self/status", "Name:\tapp\nTracerPid:\t0\nUid:\t1000\t1000\t1000\t1000\n")
      #expect(device.detected().isEmpty)
    }

    @Test("A status without the field, or one that cannot be read, leaves the question open")
    func tracerUnavailable() throws {
      let device = try StagedDevice()
      try device.write("/proc/self/status", "Name:\tapp\n")
      #expect(device.assessment().debugged.word == "undetermined")
      try device.loop("/proc/self/status")
      #expect(device.signal("debug.tracerPid")?.evidence == ["could not look: errno 40"])
      #expect(device.assessment().debugged.word == "undetermined")
    }

    @Test("A field name inside a process name is not believed")
    func forgedName() throws {
      let device = try StagedDevice()
      try device.write(
        "/proc/self/status", "Name:\tTracerPid:\t0\nTracerPid:\t4294967290\nUid:\t1\t1\t1\t1\n")
      #expect(device.detected() == ["debug.tracerPid"])
    }

    @Test(
      "Rows of a memory map are weighed by what they are",
      arguments: [
        ("7f1-7f2 r-xp 00000000 00:01 7  /memfd:frida-agent-64.so (deleted)", ["hooks.toolCode"]),
        ("7f1-7f2 r-xp 00000000 00:01 7  /memfd:innocent (deleted)", ["hooks.unnamedCode"]),
        ("7f1-7f2 r-xp 00000000 00:01 7  /memfd:doublemapper (deleted)", ["hooks.unnamedCode"]),
        ("7f1-7f2 rwxp 00000000 00:01 7  /memfd:frida-agent-64.so (deleted)", ["hooks.toolCode", "hooks.unnamedCode"]),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /data/app/lib/libfrida-gadget.so", ["hooks.toolCode"]),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /data/app/lib/frida-agent-64.so", ["hooks.toolCode"]),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /data/app/lib/libzygisk.so", ["hooks.toolCode"]),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /data/app/lib/libpine.so", ["hooks.hookEngines"]),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /data/app/lib/libDobby-2.so", ["hooks.hookEngines"]),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /data/app/lib/libpineapple.so", []),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /data/app/lib/libepicenter.so", []),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /data/app/lib/libantifrida-agents.so", []),
        ("7f1-7f2 rwxp 00000000 00:00 0 ", ["hooks.unnamedCode"]),
        ("7f1-7f2 r-xp 00000000 00:00 0", ["hooks.unnamedCode"]),
        ("7f1-7f2 r-xp 00000000 00:00 0  [anon:stub]", ["hooks.unnamedCode"]),
        ("7f1-7f2 rwxp 00000000 fe:00 7  /usr/lib/libx.so", ["hooks.unnamedCode"]),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /usr/lib/libold.so (deleted)", ["hooks.deletedCode"]),
        (
          "7f000017c000-7f0000180000 r-xp 0017c000 fe:00 333151 /usr/lib/x86_64-linux-gnu/libc.so.6",
          ["hooks.splitCode"]
        ),
        ("7f1-7f2 rw-p 00000000 00:01 7  /memfd:frida-agent-64.so (deleted)", []),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /srv/frida-agent/bin/tool", []),
        ("7f1-7f2 r-xp 00000000 00:00 0  [vdso]", []),
        ("7f1-7f2 r-xp 00000000 fe:00 7  /usr/lib/libx.so", []),
        ("7f1-7f2 r-xp 00000000 00:2a 18446744073709551615  /mnt/lib/libx.so", []),
      ])
    func maps(row: String, expected: [String]) throws {
      let device = try StagedDevice()
      try device.write("/proc/self/maps", Self.library + row + "\n")
      #expect(withoutUser(device.detected()) == expected)
      #expect(device.assessment().hooked.word == (expected.first == "hooks.toolCode" ? "fails" : "holds"))
    }

    @Test(
      "The runtime's own code cache is no tool, but only on Android, by its whole name, and never writable",
      arguments: [
        ("r-xp 00000000 00:01 7  /memfd:jit-cache (deleted)", []),
        ("r-xp 00000000 00:01 7  /memfd:jit-zygote-cache (deleted)", []),
        ("r-xs 02000000 00:05 1950044  /memfd:/jit-cache (deleted)", []),
        ("r-xp 00000000 00:05 7  /memfd:/jit-cache/x (deleted)", ["hooks.toolCode"]),
        ("r-xp 00000000 00:01 7  /dev/ashmem/dalvik-jit-code-cache (deleted)", []),
        ("r-xp 00000000 00:00 0  [anon:dalvik-jit-code-cache]", []),
        ("r-xp 00000000 00:00 0  [anon_shmem:dalvik-zygote-jit-code-cache]", []),
        ("rwxp 00000000 00:00 0  [anon:dalvik-jit-code-cache]", ["hooks.unnamedCode"]),
        ("rwxp 00000000 00:01 7  /memfd:jit-cache (deleted)", ["hooks.toolCode", "hooks.unnamedCode"]),
        ("r-xp 00000000 00:01 7  /memfd:jit-agent (deleted)", ["hooks.toolCode"]),
        ("r-xp 00000000 00:01 7  /memfd:jit-cache.so (deleted)", ["hooks.toolCode"]),
        ("r-xp 00000000 00:00 0  [anon:my-jit-stub]", ["hooks.unnamedCode"]),
        ("rwxp 00000000 fe:00 7  /data/app/lib/libjit-x.so", ["hooks.unnamedCode"]),
      ])
    func codeCache(row: String, expected: [String]) throws {
      let phone = try StagedDevice.cleanAndroid()
      try phone.write("/proc/self/maps", Self.library + "7f1-7f2 " + row + "\n")
      #expect(withoutUser(phone.detected()) == expected)
      let desktop = try StagedDevice()
      try desktop.write("/proc/self/maps", Self.library + "7f1-7f2 " + row + "\n")
      if row.contains("memfd") { #expect(withoutUser(desktop.detected()) == ["hooks.unnamedCode"]) }
    }

    @Test("A tool in a folder whose name is not UTF-8 is named all the same")
    func brokenFolder() throws {
      let device = try StagedDevice()
      try device.write("/proc/self/maps", Self.library)
      var map = Data("\(Self.library)7f1-7f2 r-xp 00000000 fe:00 7  /data/".utf8)
      map += Data(repeating: 0xff, count: 40) + Data("/frida-agent.so\n".utf8)
      try map.write(to: URL(filePath: device.root + "/proc/self/maps"))
      #expect(device.signal("hooks.toolCode")?.evidence == ["frida-agent.so"])
    }

    @Test("A map longer than one page is read to its end")
    func longMap() throws {
      let device = try StagedDevice()
      let filler = (0..<4000).map { "\(String(0x1000_0000 + $0 * 0x1000, radix: 16))-" }
        .map { "\($0)ffffffff0000 r--p 00000000 fe:00 9  /usr/share/some/file\n" }.joined()
      try device.write(
        "/proc/self/maps", Self.library + filler + "7f1-7f2 r-xp 00000000 00:01 7  /memfd:frida-agent-64.so (deleted)\n"
      )
      #expect(withoutUser(device.detected()) == ["hooks.toolCode"])
    }

    @Test(
      "A map that makes no sense leaves the question open",
      arguments: [
        "", "x\n", "7f1-7f2 r--p 0 fe:00 7 /a\n",
        "7f1-7f2 r-xp 00000000 00:2a 18446744073709551616  /mnt/lib/libx.so\n",
      ])
    func brokenMap(text: String) throws {
      let device = try StagedDevice()
      try device.write("/proc/self/maps", text)
      #expect(device.signal("hooks.toolCode")?.observation == .unavailable)
      #expect(device.assessment().hooked.word == "undetermined")
    }

    @Test("A preloaded library or a blanked environment is a medium sign")
    func environment() throws {
      let device = try StagedDevice()
      try device.write("/proc/self/environ", "HOME=/\0LD_PRELOAD=/srv/max/libhook.so:/opt/b.so\0TERM=x\0")
      #expect(device.signal("hooks.preload")?.evidence == ["LD_PRELOAD: libhook.so", "LD_PRELOAD: b.so"])
      #expect(device.assessment().hooked == .holds)
      try device.write("/proc/self/environ", "HOME=/\0" + String(repeating: "\0", count: 30) + "TERM=x\0")
      #expect(device.detected().contains("hooks.preload"))
      // In a text the accent and the sign before it are one character.
      try device.write("/proc/self/environ", "HOME=/\0LD_PRELOAD=\u{308}/hook.so\0TERM=x\0")
      #expect(device.signal("hooks.preload")?.evidence == ["LD_PRELOAD: hook.so"])
      try device.write("/proc/self/environ", "HOME=/\0MY_LD_PRELOAD=x\0EMPTY=\0\0TERM=x\0")
      #expect(!device.detected().contains("hooks.preload"))
    }

    @Test("A library that the product preloads on purpose is no sign")
    func allowedPreload() throws {
      let device = try StagedDevice()
      try device.write("/proc/self/environ", "LD_PRELOAD=/usr/lib/libjemalloc.so.2\0")
      let source = ProcSignals(root: device.root, allowedPreloads: ["/usr/lib/libjemalloc.so.2"])
      #expect(source.signals().first { $0.probe == "hooks.preload" }?.observation == .clean)
      #expect(device.detected().contains("hooks.preload"))
    }

    @Test("A system-wide preload is evidence and decides nothing")
    func systemPreload() throws {
      let device = try StagedDevice()
      try device.write("/etc/ld.so.preload", "/usr/lib/libarmmem.so\n")
      #expect(withoutUser(device.detected()) == ["hooks.systemPreload"])
      #expect(device.assessment().hooked == .holds)
    }

    @Test("The root account is evidence and decides nothing")
    func rootAccount() throws {
      let device = try StagedDevice()
      try device.write("/proc/self/status", "TracerPid:\t0\nUid:\t0\t0\t0\t0\n")
      #expect(device.detected() == ["privilegedAccess.effectiveUser"])
      #expect(device.assessment().overall == .holds)
    }

    @Test("A container, a virtual machine, a sanitizer's build and a hardened process accuse nobody")
    func surroundings() throws {
      let device = try StagedDevice()
      try device.write(
        "/proc/self/status",
        "TracerPid:\t0\nUid:\t1\t1\t1\t1\nCapEff:\t000001ffffffffff\nNoNewPrivs:\t1\nSeccomp:\t2\n")
      try device.write("/proc/self/environ", "ASAN_OPTIONS=detect_leaks=0\0LLVM_PROFILE_FILE=/tmp/x.profraw\0")
      try device.write("/proc/self/coredump_filter", "00000033\n")
      try device.write("/proc/sys/kernel/yama/ptrace_scope", "0\n")
      try device.write("/proc/sys/kernel/randomize_va_space", "0\n")
      try device.write("/.dockerenv", "")
      try device.write("/proc/1/cgroup", "0::/docker/4711\n")
      try device.write("/proc/cpuinfo", "flags\t\t: fpu hypervisor\n")
      try device.write("/proc/version", "Linux version 5.15.0-microsoft-standard-WSL2 (Microsoft)\n")
      try device.write("/sys/class/dmi/id/product_name", "VirtualBox\n")
      #expect(device.detected().isEmpty, "\(device.detected())")
      #expect(device.assessment().overall == .holds)
    }

    @Test("On a desktop nobody looks for su")
    func desktopTree() throws {
      let device = try StagedDevice()
      try device.write("/system/bin/su", "")
      try device.write("/usr/bin/su", "")
      #expect(withoutUser(device.detected()).isEmpty)
      #expect(device.signal("privilegedAccess.su") == nil)
    }

    @Test("os-release and the kernel release name the system")
    func system() throws {
      let device = try StagedDevice()
      #expect(ProcSignals(root: device.root).system() == nil)
      try device.write("/proc/sys/kernel/osrelease", "6.1.0-37-amd64\n")
      try device.write("/etc/os-release", "# x\nNAME=\"Debian GNU/Linux\"\nVERSION_ID='12'\nID=debian\n")
      #expect(
        ProcSignals(root: device.root).system()
          == OperatingSystem(
            platform: .linux, name: "Debian GNU/Linux", version: "12", patchLevel: "6.1.0-37-amd64"))
    }

    @Test("A rolling distribution has its kernel release for a version")
    func rolling() throws {
      let device = try StagedDevice()
      try device.write("/proc/sys/kernel/osrelease", "6.9.1-arch1\n")
      try device.write("/usr/lib/os-release", "NAME=\"Arch Linux\"\n")
      #expect(ProcSignals(root: device.root).system()?.version == "6.9.1-arch1")
    }
  }

#endif
