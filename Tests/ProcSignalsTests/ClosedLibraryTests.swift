#if os(Linux)

  import Foundation
  import Testing

  @Suite(
    "Libraries that come and go while a check runs",
    .enabled(if: BuiltLibrary.compiler != nil, "needs a C compiler"))
  struct ClosedLibraryTests {
    private static let passing = """
      int passing(int number) { return number * 31; }
      int (*kept)(int) = passing;
      """

    /// Writes to the library's code, so that a check compares a page of it with the file.
    private static let opener = """
      #include <dlfcn.h>
      #include <pthread.h>
      #include <stdint.h>
      #include <stdlib.h>
      #include <sys/mman.h>
      static void *reopen(void *path) {
        for (;;) {
          void *library = dlopen(path, RTLD_NOW);
          if (!library) abort();
          volatile char *page = (char *)((uintptr_t)dlsym(library, "passing") & ~4095ul);
          mprotect((void *)page, 4096, PROT_READ | PROT_WRITE);
          *page = *page;
          mprotect((void *)page, 4096, PROT_READ | PROT_EXEC);
          dlclose(library);
        }
      }
      __attribute__((constructor)) static void begin(void) {
        pthread_t thread;
        pthread_create(&thread, 0, reopen, getenv("PASSING"));
      }
      """

    @Test("A thread that opens and closes a library all the time stops no check, and what is gone is not accused")
    func reopened() throws {
      let passing = try BuiltLibrary.make(
        Self.passing, name: "libpassing.so", options: ["-Wl,-soname,libpassing-by-another-name.so"])
      let opener = try BuiltLibrary.make(Self.opener)
      defer {
        BuiltLibrary.remove(passing)
        BuiltLibrary.remove(opener)
      }
      let checks = 200
      let process = Process()
      process.executableURL = try ProbeRun.executable
      process.arguments = ["serve"]
      process.environment = [
        "LD_PRELOAD": opener.path, "PROBE_ALLOWED": opener.path, "PASSING": passing.path,
        "SWIFT_BACKTRACE": "enable=no",
      ]
      let input = Pipe()
      let output = Pipe()
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data(repeating: 10, count: checks))
      try input.fileHandleForWriting.close()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      // How it ends says nothing: the other thread goes on while the libraries are being taken down.
      let runs = try text.split(separator: 10).map { try ProbeRun(line: $0) }
      #expect(runs.count == checks)
      let accusations = Set([
        "hooks.libraryCode", "hooks.unlistedCode", "hooks.replacedCode", "hooks.hiddenCode", "hooks.importTable",
      ])
      for run in runs { #expect(accusations.isDisjoint(with: run.detected), "\(run.evidence)") }
    }
  }

#endif
