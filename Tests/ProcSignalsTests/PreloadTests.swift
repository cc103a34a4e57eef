#if os(Linux)

  import Foundation
  import Testing

  @Suite(
    "A preloaded library is judged by what it does",
    .enabled(if: BuiltLibrary.compiler != nil, "needs a C compiler"))
  struct PreloadTests {
    private static let sources = [
      "getuid": "unsigned getuid(void) { return 4711; }",
      // Nothing that a list of well-known names would hold.
      "poll": """
      #include <sys/syscall.h>
      #include <unistd.h>
      int poll(void *all, unsigned long count, int wait) { return syscall(SYS_poll, all, count, wait); }
      """,
      // The function by which one would ask for the others.
      "dlsym": """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      void *dlsym(void *handle, const char *name) {
        static void *(*genuine)(void *, const char *);
        if (!genuine) genuine = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
        if (!genuine) genuine = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
        if (!genuine) genuine = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.17");
        return genuine(handle, name);
      }
      """,
    ]

    private static func source(_ function: String) throws -> String { try #require(sources[function]) }

    @Test(
      "Whatever its file is called and whatever it answers",
      arguments: [
        ("librtx.so", "getuid"), ("libc.so.x", "getuid"), ("libpthread-2.so", "getuid"), ("libasan.so.8", "getuid"),
        ("libhook.so", "poll"), ("ld-linux.so", "poll"), ("libdl.so.2", "dlsym"),
      ])
    func anyName(name: String, function: String) throws {
      let library = try BuiltLibrary.make(Self.source(function), name: name)
      defer { BuiltLibrary.remove(library) }
      for level in ["full", "light"] {
        let run = try ProbeRun("check", level, environment: ["LD_PRELOAD": library.path])
        #expect(run.detected.contains("hooks.interposedFunctions"), "\(run.evidence)")
        #expect(run.evidence.contains { $0.contains("\(function) in \(name)") }, "\(run.evidence)")
        #expect(run.hooked == "fails")
      }
    }

    @Test("One that gives itself the name of a library that the program asks for is known by its place")
    func borrowedName() throws {
      let library = try BuiltLibrary.make(
        """
        #include <string.h>
        unsigned getuid(void) { return 4711; }
        void *_NSConcreteGlobalBlock[32], *_NSConcreteStackBlock[32], *_NSConcreteMallocBlock[32];
        void *_NSConcreteAutoBlock[32], *_NSConcreteFinalizingBlock[32], *_NSConcreteWeakBlockVariable[32];
        void *_Block_copy(void *block) { return block; }
        void _Block_release(void *block) {}
        void _Block_object_assign(void *to, void *from, int how) { memcpy(to, &from, sizeof from); }
        void _Block_object_dispose(void *block, int how) {}
        """, options: ["-Wl,-soname,libBlocksRuntime.so"])
      defer { BuiltLibrary.remove(library) }
      let run = try ProbeRun("check", environment: ["LD_PRELOAD": library.path])
      #expect(run.detected.contains("hooks.interposedFunctions"), "\(run.evidence)")
      #expect(run.hooked == "fails")
    }

    @Test("One that answers for nobody, or for allocation alone, is a medium sign")
    func quiet() throws {
      for source in ["int nothing_else;", "void *pvalloc(unsigned long count) { return 0; }"] {
        let library = try BuiltLibrary.make(source)
        defer { BuiltLibrary.remove(library) }
        let run = try ProbeRun("check", environment: ["LD_PRELOAD": library.path])
        #expect(withoutUser(run.detected) == ["hooks.foreignImages", "hooks.preload"])
        #expect(run.hooked == "holds")
      }
    }

    @Test("One that the product allows is clean, and another file of that name is not")
    func allowed() throws {
      let library = try BuiltLibrary.make(Self.source("getuid"))
      let other = try BuiltLibrary.make(Self.source("getuid"))
      defer {
        BuiltLibrary.remove(library)
        BuiltLibrary.remove(other)
      }
      let clean = try ProbeRun("check", environment: ["LD_PRELOAD": library.path, "PROBE_ALLOWED": library.path])
      #expect(withoutUser(clean.detected) == ["hooks.foreignImages"], "\(clean.evidence)")
      #expect(clean.hooked == "holds")
      for allowed in [library.path, "libhook.so"] {
        let run = try ProbeRun("check", environment: ["LD_PRELOAD": other.path, "PROBE_ALLOWED": allowed])
        #expect(run.detected.contains("hooks.interposedFunctions"), "\(run.evidence)")
        #expect(run.hooked == "fails")
      }
    }

    @Test("A handler for breakpoints is not spared for the name of its library")
    func handler() throws {
      let library = try BuiltLibrary.make(
        """
        #include <signal.h>
        static void taken(int number) {}
        __attribute__((constructor)) static void take(void) { signal(SIGTRAP, taken); }
        """, name: "libasan.so.8")
      defer { BuiltLibrary.remove(library) }
      let run = try ProbeRun("check", environment: ["LD_PRELOAD": library.path])
      #expect(run.detected.contains("hooks.signalHandlers"), "\(run.evidence)")
      #expect(run.evidence.contains { $0.contains("SIGTRAP: libasan.so.8") })
    }
  }

#endif
