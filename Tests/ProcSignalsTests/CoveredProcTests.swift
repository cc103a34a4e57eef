#if os(Linux)

  import CRawSystemCalls
  import Foundation
  import Glibc
  import Testing

  /// Runs the program in a name space of its own behind the mounts: it has the number that the shell has there.
  private func mounted(
    _ commands: String, folder: URL, preload: URL? = nil, other: Int32? = nil
  ) throws -> ProbeRun {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    let program = try ProbeRun.executable.path
    let library = preload.map { "LD_PRELOAD='\($0.path)'" } ?? ""
    let start = "exec env PROBE_MODE=check \(library) \"$1\" check"
    process.arguments = ["--mount", "/bin/sh", "-ec", commands + "\n" + start, "sh", program, folder.path]
    process.arguments?.append(contentsOf: other.map { ["\($0)"] } ?? [])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try ProbeRun(line: data)
  }

  /// Whether this may be mounted here: containers often forbid one or the other.
  private func isAllowed(_ commands: String) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["--mount", "/bin/sh", "-ec", commands]
    return ProbeRun.succeeds(process)
  }

  /// Whether a file may be laid over one of a process.
  private let canMount = isAllowed("mount --bind /dev/null /proc/$$/maps")

  /// Whether openat2 can be had.
  private let canOpenInside: Bool = {
    let answer = mantlet_raw_open_inside(-100, ".")
    if answer >= 0 { _ = mantlet_raw_close(Int32(answer)) }
    return answer >= 0
  }()

  @Suite("Mounts over /proc", .enabled(if: canMount, "needs the right to mount"))
  struct CoveredProcTests {
    private static let ofMap: Set<String> = [
      "hooks.toolCode", "hooks.unnamedCode", "hooks.unlistedCode", "hooks.replacedCode", "hooks.systemCode",
      "appIntegrity.ownCode", "hooks.copiedCode",
    ]

    private static func withFolder(_ body: (URL) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "covered-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try body(folder)
    }

    @Test(
      "A file that is laid over the memory map is not read as the map",
      .enabled(if: BuiltLibrary.compiler != nil, "needs a C compiler"), arguments: [false, true])
    func map(isOlder: Bool) throws {
      let library = try BuiltLibrary.make(OlderOpeningTests.filter("ENOSYS"))
      defer { BuiltLibrary.remove(library) }
      try Self.withFolder { folder in
        let mount = "cat /proc/$$/maps > \"$2/maps\"; mount --bind \"$2/maps\" /proc/$$/maps"
        let run = try mounted(mount, folder: folder, preload: isOlder ? library : nil)
        #expect(Self.ofMap.isSubset(of: run.unavailable), "\(run.evidence)")
        #expect(run.hooked == "undetermined", "\(run.evidence)")
        #expect(run.reasons.contains { $0.contains("/proc is covered") }, "\(run.reasons)")
      }
    }

    @Test(
      "The map of another process over the own one is not read as the map",
      .enabled(if: canOpenInside, "needs Linux 5.6"))
    func anotherMap() throws {
      try Self.withFolder { folder in
        let run = try mounted("mount --bind /proc/$PPID/maps /proc/$$/maps", folder: folder)
        #expect(Self.ofMap.isSubset(of: run.unavailable), "\(run.evidence)")
      }
    }

    @Test("A folder over all of /proc, or over the folder of the process, answers nothing")
    func folder() throws {
      let copies = """
        mkdir "$2/$$"
        ln -s $$ "$2/self"
        for file in status maps environ mountinfo; do cat /proc/$$/$file > "$2/$$/$file"; done
        printf '%s\\0check\\0' "$1" > "$2/$$/cmdline"
        """
      for mount in ["mount --bind \"$2\" /proc", "mount --bind \"$2/$$\" /proc/$$"] {
        try Self.withFolder { folder in
          let run = try mounted(copies + "\n" + mount, folder: folder)
          let others: Set = ["debug.tracerPid", "hooks.preload", "hooks.descriptors"]
          #expect(Self.ofMap.union(others).isSubset(of: run.unavailable), "\(run.evidence)")
          #expect(run.debugged == "undetermined")
        }
      }
    }

    @Test(
      "The folder of another process over the own one is not taken for it, also where it is known by its number alone",
      .enabled(if: BuiltLibrary.compiler != nil, "needs a C compiler"), arguments: [false, true])
    func anotherProcess(isOlder: Bool) throws {
      let library = try BuiltLibrary.make(OlderOpeningTests.filter("ENOSYS"))
      defer { BuiltLibrary.remove(library) }
      try Self.withFolder { folder in
        let byNumber = isOlder || !canOpenInside
        let sleeper = Process()
        sleeper.executableURL = URL(filePath: "/bin/sleep")
        sleeper.arguments = ["120"]
        try sleeper.run()
        defer { kill(sleeper.processIdentifier, SIGKILL) }
        let run = try mounted(
          "mount --bind /proc/$3 /proc/$$", folder: folder, preload: isOlder ? library : nil,
          other: sleeper.processIdentifier)
        #expect(Self.ofMap.isSubset(of: run.unavailable) && run.debugged == "undetermined", "\(run.evidence)")
        #expect(run.reasons.contains { $0.contains("another process") } == byNumber, "\(run.reasons)")
      }
    }

    @Test("A name that is laid over that of a thread is no answer")
    func threadName() throws {
      try Self.withFolder { folder in
        let mount = "echo app > \"$2/name\"; mount --bind \"$2/name\" /proc/$$/task/$$/comm"
        let run = try mounted(mount, folder: folder)
        #expect(run.unavailable.contains("hooks.threadNames"), "\(run.evidence)")
      }
    }

    /// Those that may be done here.
    private static let honestMounts = [
      "mount -t proc proc /proc", "mount --bind /proc/sys /proc/sys && mount -o bind,remount,ro /proc/sys",
      "mount --bind /dev/null /proc/uptime",
    ].filter(isAllowed)

    @Test("A /proc of its own, and what containers lay over other files of it, stop no probe", arguments: honestMounts)
    func honest(command: String) throws {
      try Self.withFolder { folder in
        let run = try mounted(command, folder: folder)
        #expect(run.unavailable.isEmpty, "\(run.reasons)")
        #expect(withoutUser(run.detected).isEmpty, "\(run.evidence)")
      }
    }

    @Test("A file over the one with the kernel's release is not read as that")
    func release() throws {
      let plain = try ProbeRun("check")
      let kernel = try #require(plain.kernel)
      try Self.withFolder { folder in
        let mount = "echo 99.9.9 > \"$2/release\"; mount --bind \"$2/release\" /proc/sys/kernel/osrelease"
        let run = try mounted(mount, folder: folder)
        #expect(run.kernel == kernel)
      }
    }
  }

#endif
