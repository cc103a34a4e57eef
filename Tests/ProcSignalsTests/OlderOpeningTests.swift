#if os(Linux)

  import Foundation
  import Testing

  /// Kernels and filters of system calls under which openat2 cannot be had.
  @Suite("Where no file can be opened without a way over mounts")
  struct OlderOpeningTests {
    /// The source of a library that has that one call fail.
    static func filter(_ error: String) -> String {
      """
      #include <errno.h>
      #include <linux/filter.h>
      #include <linux/seccomp.h>
      #include <stddef.h>
      #include <sys/prctl.h>
      __attribute__((constructor)) static void begin(void) {
        struct sock_filter code[] = {
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 437, 0, 1),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | \(error)),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        };
        struct sock_fprog program = {sizeof code / sizeof code[0], code};
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) __builtin_trap();
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) __builtin_trap();
      }
      """
    }

    @Test(
      "Every probe looks all the same", .enabled(if: BuiltLibrary.compiler != nil, "needs a C compiler"),
      .enabled(if: ProbeRun.canRunCopies, "needs code in the folder for temporary files"),
      arguments: ["ENOSYS", "EPERM"], ["check", "laid"])
    func looks(error: String, how: String) throws {
      let library = try BuiltLibrary.make(Self.filter(error), name: "libfilter.so")
      defer { BuiltLibrary.remove(library) }
      let copy = library.deletingLastPathComponent().appending(path: "laid.so")
      let run = try ProbeRun(
        how, environment: ["LD_PRELOAD": library.path, "PROBE_ALLOWED": library.path, "PROBE_COPY": copy.path])
      #expect(run.unavailable.isEmpty, "\(run.reasons)")
      #expect(run.detected.contains("hooks.replacedCode") == (how == "laid"), "\(run.evidence)")
    }
  }

#endif
