#if os(Linux)

  import Foundation
  import Testing

  /// A bounded part of what `Scripts/adversaries` runs in full.
  @Suite("mantlet check against real adversaries")
  struct AdversaryTests {
    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    private static let hasCompiler = FileManager.default.isExecutableFile(atPath: "/usr/bin/gcc")
    private static let mayNotSkip = ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == "1"

    @Test(
      "Hooks, patches and tracers are seen, and a clean run shows nothing",
      .enabled(if: mayNotSkip || python != nil && hasCompiler, "needs python3 and gcc"), .timeLimit(.minutes(10)))
    func quick() async throws {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      let outcome = try await Program.run(
        [tests.appending(path: "Adversaries/adversaries.py").path, try Program.path, "--quick", "--clean", "3"],
        program: Self.python)
      #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
      #if arch(x86_64)
        // On other processors the library that does it is skipped.
        #expect(outcome.output.contains("✓  j import slot"))
        #expect(outcome.output.contains("✓  n6 preload, scrubbed"))
      #endif
      // What nobody sees counts as seen nowhere.
      #expect(outcome.output.contains("–  l read from outside"))
      let seen = outcome.output.split(separator: "\n").filter { $0.hasPrefix("✓") && !$0.contains("clean runs") }.count
      #expect(outcome.output.contains("\n\(seen) seen, "))
    }
  }

#endif
