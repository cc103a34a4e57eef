#if os(Linux)

  import Foundation
  import Testing

  @Suite("Whole copies of a library whose path in the map says what an attacker likes")
  struct DisguisedCopyTests {
    /// Has a child in name spaces of its own make a file with libm's path in a mount that nobody else sees, and leave it
    /// to this process as descriptor 700. The kernel writes its path from the root of that mount when the child is gone.
    private static let naming = """
      #define _GNU_SOURCE
      #include <errno.h>
      #include <fcntl.h>
      #include <sched.h>
      #include <signal.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/mount.h>
      #include <sys/stat.h>
      #include <sys/syscall.h>
      #include <sys/wait.h>
      #include <unistd.h>
      static void put(const char *file, const char *text) {
        int to = open(file, O_WRONLY);
        if (to < 0 || write(to, text, strlen(text)) < 0 || close(to)) _exit(9);
      }
      static void make(const char *path, const char *folder, int number) {
        char user[32], group[32], file[8192];
        snprintf(user, sizeof user, "0 %u 1", geteuid());
        snprintf(group, sizeof group, "0 %u 1", getegid());
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS)) _exit(9);
        put("/proc/self/setgroups", "deny");
        put("/proc/self/uid_map", user);
        put("/proc/self/gid_map", group);
        if (folder ? mount(folder, "/tmp", 0, MS_BIND, 0) : mount("none", "/tmp", "tmpfs", 0, 0)) _exit(9);
        snprintf(file, sizeof file, "/tmp%s", path);
        for (char *end = file + 5; (end = strchr(end, '/')); *end++ = '/') {
          *end = 0;
          if (mkdir(file, 0755) && errno != EEXIST) _exit(9);
        }
        int made = open(file, O_CREAT | O_RDWR, 0755);
        if (made < 0 || dup2(made, number) != number || getenv("REMOVES") && unlink(file)) _exit(9);
        _exit(0);
      }
      __attribute__((constructor)) static void begin(void) {
        char line[4096], *path = 0;
        FILE *map = fopen("/proc/self/maps", "r");
        while (!path && fgets(line, sizeof line, map)) if (strstr(line, "/libm.so")) path = strchr(line, '/');
        fclose(map);
        if (!path) _exit(9);
        path[strcspn(path, "\\n")] = 0;
        int status, child = syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
        if (!child) make(path, getenv("FOLDER"), 700);
        if (child < 0 || waitpid(child, &status, 0) != child || status) _exit(9);
      }
      """

    private static func environment(_ library: URL, _ more: [String: String] = [:]) -> [String: String] {
      ["LD_PRELOAD": library.path, "PROBE_ALLOWED": library.path, "PROBE_COPY": "/proc/self/fd/700"]
        .merging(more) { $1 }
    }

    /// Whether a program without rights may make a path up here, and run code of it.
    private static let canName: Bool = {
      guard BuiltLibrary.compiler != nil, let library = try? BuiltLibrary.make(naming) else { return false }
      defer { BuiltLibrary.remove(library) }
      return ProbeRun.succeeds("copy", environment: environment(library))
    }()

    @Test(
      "A copy whose folder has become a link to the genuine one leaves the question open",
      .enabled(if: ProbeRun.canRunCopies, "needs code in the folder for temporary files"),
      arguments: ["full", "light"])
    func linked(level: String) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "linked-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let copy = folder.appending(path: "copy")
      let run = try ProbeRun("linked", level, environment: ["PROBE_COPY": copy.path])
      #expect(run.unavailable.contains("hooks.replacedCode"), "\(run.evidence)")
      #expect(run.hooked == "undetermined", "\(run.evidence)")
    }

    @Test(
      "A copy under the genuine path leaves the question open, on the genuine file system and deleted as well",
      .enabled(if: canName, "needs a C compiler, and name spaces for everybody"),
      arguments: [false, true], [false, true])
    func named(isElsewhere: Bool, isDeleted: Bool) throws {
      let library = try BuiltLibrary.make(Self.naming, name: "libnaming.so")
      defer { BuiltLibrary.remove(library) }
      var more: [String: String] = isElsewhere ? [:] : ["FOLDER": library.deletingLastPathComponent().path]
      more["REMOVES"] = isDeleted ? "1" : nil
      for level in ["full", "light"] {
        let run = try ProbeRun("whole", level, environment: Self.environment(library, more))
        #expect(run.unavailable.contains("hooks.replacedCode"), "\(run.evidence)")
        #expect(run.hooked != "holds", "\(run.evidence)")
      }
    }

    @Test(
      "After an upgrade of the genuine file one that is deleted on another file system still leaves it open",
      .enabled(if: canName, "needs a C compiler, and name spaces for everybody"))
    func upgraded() throws {
      let library = try BuiltLibrary.make(Self.naming, name: "libnaming.so")
      defer { BuiltLibrary.remove(library) }
      let folder = library.deletingLastPathComponent()
      let genuine = try #require(try Self.mathematics())
      let own = folder.appending(path: genuine.lastPathComponent)
      try FileManager.default.copyItem(at: genuine, to: own)
      let environment = Self.environment(library, ["LD_LIBRARY_PATH": folder.path, "REMOVES": "1"])
      let run = try ProbeRun("upgraded", environment: environment)
      #expect(run.unavailable.contains("hooks.replacedCode"), "\(run.evidence)")
    }

    /// The file of libm, which this process has loaded as well.
    private static func mathematics() throws -> URL? {
      let text = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
      guard let line = lines.first(where: { $0.contains("/libm.so") }), let start = line.firstIndex(of: "/") else {
        return nil
      }
      return URL(filePath: String(line[start...]))
    }
  }

#endif
