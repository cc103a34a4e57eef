#if os(Linux)

  import AppIntegrity
  import CTracer
  import Foundation
  import ProcSignals
  import SecurityPolicy
  import Testing

  @Suite("ProcSignals against real attacks on a real process")
  struct RealAttackTests {
    private static let compiler = BuiltLibrary.compiler

    @Test("This test process and a process of its own show nothing")
    func clean() throws {
      let own = ProcSignals().signals()
      #expect(withoutUser(own.filter { $0.observation == .detected }.map(\.probe)).isEmpty, "\(own)")
      #expect(own.filter { $0.observation == .unavailable }.isEmpty, "\(own)")
      #expect(Assessment(own).overall == .holds)
      let run = try ProbeRun("check")
      #expect(withoutUser(run.detected).isEmpty, "\(run.evidence)")
      #expect(run.unavailable.isEmpty)
      #expect([run.rooted, run.hooked, run.debugged] == ["holds", "holds", "holds"])
    }

    @Test("Every window of the test program's own code is unchanged")
    func windows() {
      for index in [0, 1, 7, UInt.max] {
        let source = ProcSignals(ownCode: CodeWindow(bytes: 1 << 16, index: index))
        #expect(source.signals().first { $0.probe == "appIntegrity.ownCode" }?.observation == .clean)
      }
    }

    @Test("A file whose path the system cannot tell hides nothing, and is no question left open")
    func longPath() throws {
      let base = FileManager.default.temporaryDirectory.path + "/long-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(atPath: base) }
      var folder = open(base, O_RDONLY | O_DIRECTORY)
      defer { close(folder) }
      let name = String(repeating: "n", count: 250)
      for _ in 0..<20 {
        #expect(mkdirat(folder, name, 0o700) == 0)
        let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
        close(folder)
        folder = next
        try #require(folder >= 0)
      }
      var target = [CChar](repeating: 0, count: 1 << 16)
      #expect(readlink("/proc/self/fd/\(folder)", &target, target.count) == -1)
      let found = ProcSignals().signals().first { $0.probe == "hooks.descriptors" }
      #expect(found?.observation == .clean)
    }

    @Test("The system names itself")
    func system() throws {
      let system = try #require(ProcSignals().system())
      #expect(system.platform == .linux)
      #expect(DottedVersion(system.version) != nil)
      #expect(system.patchLevel?.isEmpty == false)
    }

    @Test("A program started under a debugger knows it")
    func traced() throws {
      let run = try ProbeRun("traced", "check")
      #expect(withoutUser(run.detected) == ["debug.tracerPid"])
      #expect(run.debugged == "fails")
      #expect(run.hooked == "holds")
    }

    @Test("The tracer hands on the exit code and reports what cannot be started")
    func tracerExitCode() throws {
      let process = Process()
      process.executableURL = try ProbeRun.executable
      process.arguments = ["traced", "no-such-mode"]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 64)
      #expect(mantlet_trace_process(0x3FFF_FFFF, 0) == ESRCH)
    }

    @Test("A debugger that attaches to a running process is seen, and its leaving too")
    func attached() throws {
      let process = Process()
      process.executableURL = try ProbeRun.executable
      process.arguments = ["serve"]
      let input = Pipe()
      let output = Pipe()
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      func ask() throws -> ProbeRun {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        var line = Data()
        while line.last != 10 {
          guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else { break }
          line += byte
        }
        return try ProbeRun(line: line)
      }
      #expect(try ask().debugged == "holds")

      let pid = process.processIdentifier
      let detached = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var answer: Int32 = -1
      Thread.detachNewThread {
        answer = mantlet_trace_process(pid, 1)
        detached.signal()
      }
      var sawTracer = false
      let clock = ContinuousClock()
      let deadline = clock.now.advanced(by: .seconds(30))
      while !sawTracer, clock.now < deadline { sawTracer = try ask().debugged == "fails" }
      #expect(sawTracer)
      detached.wait()
      #expect(answer == 0)
      #expect(try ask().debugged == "holds")
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }

    @Test("One changed byte in libc's code is seen")
    func patchedLibrary() throws {
      let run = try ProbeRun("patch")
      #expect(run.detected.contains("hooks.systemCode"))
      #expect(run.hooked == "fails")
      #expect(run.evidence.contains { $0.contains("libc.so") })
    }

    @Test("One changed byte in another library's code gives a full check two independent signs, and a light one none")
    func patchedOther() throws {
      let run = try ProbeRun("library")
      #expect(withoutUser(run.detected) == ["hooks.libraryCode", "hooks.copiedCode"], "\(run.evidence)")
      #expect(run.hooked == "fails")
      #expect(run.evidence.filter { $0.contains("libm.so") }.count == 2, "\(run.evidence)")
      let light = try ProbeRun("library", "light")
      #expect(withoutUser(light.detected).isEmpty, "\(light.evidence)")
    }

    @Test(
      "A light check sees a changed byte in libc and in its own code, wherever it lies", arguments: ["patch", "own"])
    func lightPatch(how: String) throws {
      let run = try ProbeRun(how, "light")
      #expect(run.detected.contains(how == "own" ? "appIntegrity.ownCode" : "hooks.systemCode"), "\(run.evidence)")
      #expect(run.detected.contains("hooks.copiedCode"))
      #expect(run.hooked == "fails")
      #expect(try withoutUser(ProbeRun("check", "light").detected).isEmpty)
      #expect(try withoutUser(ProbeRun("restored", "light").detected) == ["hooks.copiedCode"])
    }

    @Test(
      "An import slot that is changed between two checks of one source is seen by either level",
      .enabled(if: compiler != nil && isX86, "needs a C compiler and x86-64"), arguments: ["full", "light"])
    func laterImport(level: String) throws {
      let library = try BuiltLibrary.make(Self.attacker())
      defer { BuiltLibrary.remove(library) }
      let run = try ProbeRun("twice", level, environment: ["LD_PRELOAD": library.path, "ADVERSARY": "later"])
      #expect(run.detected.contains("hooks.importTable"), "\(run.evidence)")
      #expect(run.evidence.contains { $0.contains("fork leads to") })
    }

    @Test(
      "A tool that listens is seen although another of its ports could not be asked",
      .enabled(if: geteuid() == 0, "needs root for a network of its own"))
    func ports() throws {
      let run = try ProbeRun("ports")
      #expect(withoutUser(run.detected) == ["hooks.ports"])
      #expect(run.evidence.contains { $0.contains("port 27052") }, "\(run.evidence)")
    }

    @Test(
      "The usual port of a debugger's server is evidence and decides nothing",
      .enabled(if: geteuid() == 0, "needs root for a network of its own"))
    func debuggersPort() throws {
      let run = try ProbeRun("stub")
      #expect(withoutUser(run.detected) == ["debug.ports"] && run.debugged == "holds")
      #expect(run.evidence.contains { $0.contains("port 1234") }, "\(run.evidence)")
    }

    @Test("Many checks of one source at the same time agree that nothing is there")
    func manyAtOnce() async {
      let source = ProcSignals()
      let seen = await withTaskGroup(of: [String].self) { group in
        for index in 0..<32 {
          group.addTask {
            source.signals(index % 2 == 0 ? .light : .full).filter { $0.observation != .clean }.map(\.probe)
          }
        }
        return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
      }
      #expect(withoutUser(Array(seen)).isEmpty)
    }

    @Test("A patch that was taken back leaves a copied page")
    func restoredLibrary() throws {
      let run = try ProbeRun("restored")
      #expect(withoutUser(run.detected) == ["hooks.copiedCode"])
      #expect(run.hooked == "holds")
    }

    @Test("A libc page that was made writable for a moment gives two independent signs")
    func unlockedPage() throws {
      let run = try ProbeRun("unlock")
      #expect(withoutUser(run.detected) == ["hooks.splitCode", "hooks.copiedCode"])
      #expect(run.hooked == "fails")
    }

    @Test("One changed byte in the program's own code is seen")
    func patchedProgram() throws {
      let run = try ProbeRun("own")
      #expect(withoutUser(run.detected) == ["appIntegrity.ownCode", "hooks.copiedCode"])
      #expect(run.hooked == "fails")
    }

    @Test("Executable memory without a file, or from a memory file, is a sign that decides nothing alone")
    func injectedMemory() throws {
      let unnamed = try ProbeRun("inject")
      #expect(withoutUser(unnamed.detected) == ["hooks.unnamedCode"])
      #expect(unnamed.hooked == "holds")
      let memory = try ProbeRun("memfd")
      #expect(withoutUser(memory.detected) == ["hooks.unnamedCode", "hooks.unlistedCode"])
      #expect(memory.hooked == "holds")
    }

    @Test("A preloaded library that answers for libc is seen", .enabled(if: compiler != nil, "needs a C compiler"))
    func preloaded() throws {
      let library = try BuiltLibrary.make("unsigned getuid(void) { return 4711; }")
      defer { BuiltLibrary.remove(library) }
      let run = try ProbeRun("check", environment: ["LD_PRELOAD": library.path])
      #expect(withoutUser(run.detected) == ["hooks.foreignImages", "hooks.preload", "hooks.interposedFunctions"])
      #expect(run.hooked == "fails")
    }

    @Test("A preloaded library that wipes its traces is seen", .enabled(if: compiler != nil, "needs a C compiler"))
    func scrubbedPreload() throws {
      let library = try BuiltLibrary.make(
        """
        #include <string.h>
        #include <stdlib.h>
        extern char **environ;
        unsigned getuid(void) { return 4711; }
        __attribute__((constructor)) static void scrub(void) {
          for (char **entry = environ; *entry; entry++)
            if (!strncmp(*entry, "LD_PRELOAD=", 11)) { memset(*entry, 0, strlen(*entry)); break; }
          unsetenv("LD_PRELOAD");
        }
        """)
      defer { BuiltLibrary.remove(library) }
      let run = try ProbeRun("check", environment: ["LD_PRELOAD": library.path])
      #expect(withoutUser(run.detected) == ["hooks.foreignImages", "hooks.preload", "hooks.interposedFunctions"])
      #expect(run.evidence.contains { $0.contains("blanked") })
    }

    @Test(
      "A hook that filters what libc reads is seen past libc", .enabled(if: compiler != nil, "needs a C compiler"))
    func filteredReading() throws {
      // Every map that is opened through libc is an old copy, made before the foreign code came.
      let library = try BuiltLibrary.make(
        """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <unistd.h>
        static char copy[] = "/tmp/filtered-map-XXXXXX";
        typedef int (*opener)(const char *, int, ...);
        int mkstemp(char *);
        __attribute__((constructor)) static void prepare(void) {
          char buffer[65536];
          int from = ((opener)dlsym(RTLD_NEXT, "open"))("/proc/self/maps", O_RDONLY), to = mkstemp(copy);
          for (long n; (n = read(from, buffer, sizeof buffer)) > 0;) if (write(to, buffer, n) != n) _exit(9);
          close(from); close(to);
          mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        }
        __attribute__((destructor)) static void finish(void) { unlink(copy); }
        int open(const char *path, int flags, ...) {
          va_list list;
          va_start(list, flags);
          int mode = va_arg(list, int);
          va_end(list);
          if (!strcmp(path, "/proc/self/maps")) path = copy;
          return ((opener)dlsym(RTLD_NEXT, "open"))(path, flags, mode);
        }
        """)
      defer { BuiltLibrary.remove(library) }
      let run = try ProbeRun("check", environment: ["LD_PRELOAD": library.path])
      #expect(run.detected.contains("hooks.hiddenCode"), "\(run.evidence)")
      #expect(run.detected.contains("hooks.unnamedCode"))
      #expect(run.hooked == "fails")
    }

    @Test(
      "An import slot that leads elsewhere is seen, also into another function of libc",
      .enabled(if: compiler != nil && isX86, "needs a C compiler and x86-64"), arguments: ["got", "libc"])
    func overwrittenImport(how: String) throws {
      let library = try BuiltLibrary.make(Self.attacker())
      defer { BuiltLibrary.remove(library) }
      let run = try ProbeRun("check", environment: ["LD_PRELOAD": library.path, "ADVERSARY": how])
      #expect(run.detected.contains("hooks.importTable"), "\(run.evidence)")
      #expect(run.evidence.contains { $0.contains("fork leads to") })
      #expect(run.hooked == "fails")
    }

    @Test(
      "A hook whose code hides in unnamed memory or at the end of libc's last page is seen",
      .enabled(if: compiler != nil && isX86, "needs a C compiler and x86-64"), arguments: ["inline", "stub", "cave"])
    func inlineHook(how: String) throws {
      let library = try BuiltLibrary.make(Self.attacker())
      defer { BuiltLibrary.remove(library) }
      let run = try ProbeRun("check", environment: ["LD_PRELOAD": library.path, "ADVERSARY": how])
      #expect(run.detected.contains("hooks.systemCode"), "\(run.evidence)")
      #expect(run.detected.contains("hooks.unnamedCode") == (how == "stub"))
      #expect(run.hooked == "fails")
    }

    private static var isX86: Bool {
      #if arch(x86_64)
        true
      #else
        false
      #endif
    }

    private static func attacker() throws -> String {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      return try String(contentsOf: tests.appending(path: "Adversaries/attacker.c"), encoding: .utf8)
    }
  }

#endif
