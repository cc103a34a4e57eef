#if os(Linux)

  import Foundation
  import Testing

  @Suite("Memory that was laid over the code of an image")
  struct CoveredCodeTests {
    private static func run(_ how: String, _ level: String, copy: URL) throws -> ProbeRun {
      try ProbeRun(how, level, environment: ["PROBE_COPY": copy.path])
    }

    private static func withCopy(_ body: (URL) throws -> Void) throws {
      let copy = FileManager.default.temporaryDirectory.appending(path: "laid-\(UUID().uuidString).so")
      defer { try? FileManager.default.removeItem(at: copy) }
      try body(copy)
    }

    @Test(
      "A changed copy of libm's code over the code itself is a strong sign at either level",
      .enabled(if: ProbeRun.canRunCopies, "needs code in the folder for temporary files"),
      arguments: ["moved", "laid"], ["full", "light"])
    func covered(how: String, level: String) throws {
      try Self.withCopy { copy in
        let run = try Self.run(how, level, copy: copy)
        #expect(run.detected.contains("hooks.replacedCode"), "\(run.evidence)")
        #expect(run.hooked == "fails")
        let now = how == "moved" ? "unnamed memory" : copy.lastPathComponent
        #expect(run.evidence.contains { $0.contains("libm.so") && $0.hasSuffix(now) }, "\(run.evidence)")
      }
    }

    @Test("Another page of the same file over a page of code is a strong sign", arguments: ["full", "light"])
    func shifted(level: String) throws {
      let run = try ProbeRun("shifted", level)
      #expect(run.detected.contains("hooks.replacedCode"), "\(run.evidence)")
      #expect(run.hooked == "fails")
    }

    @Test(
      "A copy of another folder over all of an image leaves the question open, also over the program's own",
      .enabled(if: ProbeRun.canRunCopies, "needs code in the folder for temporary files"),
      arguments: ["whole", "program"], ["full", "light"])
    func whole(how: String, level: String) throws {
      try Self.withCopy { copy in
        let run = try Self.run(how, level, copy: copy)
        #expect(run.unavailable.contains("hooks.replacedCode"), "\(run.evidence)")
        #expect(!run.detected.contains("hooks.replacedCode"))
        #expect(run.hooked == "undetermined", "\(run.evidence)")
      }
    }

    @Test(
      "Changed code of a file in memory is a strong sign, one page or all, also where the data is memory of no file",
      arguments: ["page", "pages"], ["full", "light"])
    func inMemory(how: String, level: String) throws {
      let run = try ProbeRun(how, level)
      #expect(run.detected.contains("hooks.replacedCode"), "\(run.evidence)")
      #expect(run.hooked == "fails")
    }

    @Test("Whoever has an image taken for the kernel's hides nothing laid over it", arguments: ["full", "light"])
    func kernel(level: String) throws {
      let run = try ProbeRun("told", level)
      let line = run.evidence.first { $0.contains("hooks.replacedCode") }
      let found = line?.components(separatedBy: "; ") ?? []
      #expect(found.contains { $0.contains("libm.so") && $0.hasSuffix("unnamed memory") }, "\(run.evidence)")
      #expect(found.contains { $0.hasSuffix("[vdso]") }, "\(run.evidence)")
      #expect(run.hooked == "fails")
    }

    @Test(
      "Code of another file between the parts of an image is listed by nobody",
      .enabled(if: ProbeRun.canRunCopies, "needs code in the folder for temporary files"),
      arguments: ["full", "light"])
    func between(level: String) throws {
      try Self.withCopy { copy in
        let run = try Self.run("between", level, copy: copy)
        #expect(run.detected.contains("hooks.unlistedCode"), "\(run.evidence)")
        #expect(!run.detected.contains("hooks.replacedCode"))
      }
    }

    @Test(
      "A library that was replaced, renamed or removed since it was loaded is no covered one",
      .enabled(if: BuiltLibrary.compiler != nil, "needs a C compiler"), arguments: ["replace", "rename", "remove"],
      ["libupgraded.so.1", "links/libupgraded.so.1"])
    func upgraded(how: String, name: String) throws {
      let library = try BuiltLibrary.make(Self.changed, name: "libupgraded.so")
      defer { BuiltLibrary.remove(library) }
      let folder = library.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder.appending(path: "links"), withIntermediateDirectories: true)
      let link = folder.appending(path: name)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: library)
      let run = try ProbeRun(
        "check", environment: ["LD_PRELOAD": link.path, "PROBE_ALLOWED": link.path, "OWN": library.path, "HOW": how])
      #expect(!run.detected.contains("hooks.replacedCode"), "\(run.evidence)")
      #expect(!run.unavailable.contains("hooks.replacedCode"))
      #expect(run.detected.contains("hooks.deletedCode") == (how != "rename"), "\(run.evidence)")
    }

    /// Does to its own file, under the name that the loader has a link to, what a package upgrade does.
    private static let changed = """
      #include <fcntl.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      __attribute__((constructor)) static void begin(void) {
        const char *own = getenv("OWN"), *how = getenv("HOW");
        char other[4096];
        snprintf(other, sizeof other, "%s.other", own);
        if (!strcmp(how, "replace")) {
          int file = open(other, O_CREAT | O_WRONLY, 0644);
          if (file < 0 || close(file) || rename(other, own)) abort();
        } else if (!strcmp(how, "rename") ? rename(own, other) : unlink(own)) {
          abort();
        }
      }
      """

    @Test(
      "A relative name is followed from the folder of the process, and in another folder it says nothing",
      .enabled(if: BuiltLibrary.compiler != nil, "needs a C compiler"), arguments: [false, true])
    func relative(leaves: Bool) throws {
      let library = try BuiltLibrary.make(Self.leaving, name: "librelative.so")
      defer { BuiltLibrary.remove(library) }
      let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in ".." }
      // Deeper than the name goes up.
      let steps = Array(repeating: "a", count: up.count + 1).joined(separator: "/")
      let deep = library.deletingLastPathComponent().appending(path: steps)
      try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
      let name = (up.isEmpty ? "." : up.joined(separator: "/")) + library.path
      let run = try ProbeRun(
        "check",
        environment: ["LD_PRELOAD": name, "PROBE_ALLOWED": name, "GOES": leaves ? deep.path : "."])
      #expect(run.unavailable.contains("hooks.replacedCode") == leaves, "\(run.reasons)")
      #expect(!run.detected.contains("hooks.replacedCode"), "\(run.evidence)")
    }

    private static let leaving = """
      #include <stdlib.h>
      #include <unistd.h>
      __attribute__((constructor)) static void begin(void) { if (chdir(getenv("GOES"))) abort(); }
      """

    @Test(
      "A program that the loader was started with is no covered one",
      .enabled(if: loader != nil, "needs a loader that is a program"))
    func startedByLoader() throws {
      let process = Process()
      process.executableURL = URL(filePath: try #require(Self.loader))
      process.arguments = [try ProbeRun.executable.path, "check"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let run = try ProbeRun(line: data)
      #expect(!(run.detected + run.unavailable).contains("hooks.replacedCode"), "\(run.evidence)")
    }

    private static let loader = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

#endif
