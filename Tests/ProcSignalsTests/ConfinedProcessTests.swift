#if os(Linux)

  import Foundation
  import Testing

  /// Sandboxes that let a program read files of `/proc` and not its folders.
  @Suite("Where no folder may be read")
  struct ConfinedProcessTests {
    /// Forbids to list any folder. The numbers of the calls are the same on all architectures. Source: landlock(7).
    private static let confining = """
      #include <stdint.h>
      #include <sys/prctl.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      __attribute__((constructor)) static void begin(void) {
        uint64_t reading_folders = 1 << 3;
        long rules = syscall(444, &reading_folders, sizeof reading_folders, 0);
        if (rules < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(446, rules, 0)) _exit(9);
        close(rules);
      }
      """

    private static let canConfine: Bool = {
      guard BuiltLibrary.compiler != nil, let library = try? BuiltLibrary.make(confining) else { return false }
      defer { BuiltLibrary.remove(library) }
      return ProbeRun.succeeds("check", environment: ["LD_PRELOAD": library.path])
    }()

    @Test(
      "Every strong probe of a light check looks all the same",
      .enabled(if: canConfine, "needs a C compiler and Landlock"))
    func looks() throws {
      let library = try BuiltLibrary.make(Self.confining, name: "libconfining.so")
      defer { BuiltLibrary.remove(library) }
      let run = try ProbeRun(
        "check", "light", environment: ["LD_PRELOAD": library.path, "PROBE_ALLOWED": library.path])
      let strong: Set = [
        "debug.tracerPid", "hooks.toolCode", "hooks.replacedCode", "hooks.systemCode", "appIntegrity.ownCode",
      ]
      #expect(strong.isDisjoint(with: run.unavailable), "\(run.reasons)")
      #expect(run.hooked == "holds" && run.debugged == "holds", "\(run.evidence)")
    }
  }

#endif
