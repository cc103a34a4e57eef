#if os(Linux)

  import Foundation
  import Testing

  @Suite(
    "Libraries that honestly differ from their file, or seem to",
    .enabled(if: BuiltLibrary.compiler != nil, "needs a C compiler"))
  struct ReplacedLibraryTests {
    /// The address of `place` stands among its code, so the loader writes it there.
    private static let relocated = """
      int place;
      __asm__(".text\\n.p2align 4\\nholder: .quad place\\n.previous");
      """

    @Test("A library with text relocations is not accused of what the loader wrote into it")
    func relocations() throws {
      let library = try BuiltLibrary.make(Self.relocated, name: "librelocated.so", options: ["-Wl,-z,notext"])
      defer { BuiltLibrary.remove(library) }
      for level in ["full", "light"] {
        let run = try ProbeRun(
          "check", level, environment: ["LD_PRELOAD": library.path, "PROBE_ALLOWED": library.path])
        #expect(
          Set(["hooks.copiedCode", "hooks.libraryCode", "hooks.splitCode"]).isDisjoint(with: run.detected),
          "\(run.evidence)")
        #expect(run.hooked == "holds", "\(run.evidence)")
      }
    }

    /// Has a page of its own code copied, and exchanges its file with another one all the time.
    private static let exchanged = """
      #define _GNU_SOURCE
      #include <fcntl.h>
      #include <pthread.h>
      #include <stdint.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/mman.h>
      int passing(int number) { return number * 31; }
      static void *exchange(void *ignored) {
        const char *own = getenv("OWN"), *other = getenv("OTHER");
        for (;;) if (renameat2(AT_FDCWD, own, AT_FDCWD, other, RENAME_EXCHANGE)) abort();
      }
      __attribute__((constructor)) static void begin(void) {
        volatile char *page = (char *)((uintptr_t)passing & ~4095ul);
        mprotect((void *)page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
        *page = *page;
        mprotect((void *)page, 4096, PROT_READ | PROT_EXEC);
        pthread_t thread;
        pthread_create(&thread, 0, exchange, 0);
      }
      """

    @Test("A file that comes to a library's name between two looks is never compared with the library")
    func exchanged() throws {
      let library = try BuiltLibrary.make(Self.exchanged, name: "libexchanged.so")
      defer { BuiltLibrary.remove(library) }
      let other = library.deletingLastPathComponent().appending(path: "other.so")
      let size = try FileManager.default.attributesOfItem(atPath: library.path)[.size] as? Int
      try Data(count: try #require(size)).write(to: other)
      let checks = 300
      let process = Process()
      process.executableURL = try ProbeRun.executable
      process.arguments = ["serve"]
      process.environment = [
        "LD_PRELOAD": library.path, "PROBE_ALLOWED": library.path, "OWN": library.path, "OTHER": other.path,
        "SWIFT_BACKTRACE": "enable=no",
      ]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data(repeating: 10, count: checks))
      try input.fileHandleForWriting.close()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let runs = try text.split(separator: 10).map { try ProbeRun(line: $0) }
      #expect(runs.count == checks)
      // Its page is a private copy; whether a check finds the name that the map had is chance.
      #expect(runs.contains { $0.detected.contains("hooks.copiedCode") })
      for run in runs { #expect(!run.detected.contains("hooks.libraryCode"), "\(run.evidence)") }
    }
  }

#endif
