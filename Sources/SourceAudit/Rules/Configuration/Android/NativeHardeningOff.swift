import UntrustedInput

/// Flags of the build that take protections out of native code, wherever they are written: for Gradle, for CMake, for
/// ndk-build.
///
/// `-U_FORTIFY_SOURCE` before `-D_FORTIFY_SOURCE=2` is how that level is raised, where one command, variable or branch
/// has both, and is left alone. Of no other flag a later one that gives back what it took is looked for.
struct NativeHardeningOff: ProjectRule {
  private static let flags: Set<String> = [
    "-fno-stack-protector", "-no-pie", "-fno-pie", "-fno-PIE", "-Wl,-z,execstack", "-z,execstack", "-Wl,-z,norelro",
    undefines, "-D_FORTIFY_SOURCE=0", "-fno-sanitize=cfi",
  ]
  private static let levels: Set<String> = ["-D_FORTIFY_SOURCE=1", "-D_FORTIFY_SOURCE=2", "-D_FORTIFY_SOURCE=3"]
  private static let undefines = "-U_FORTIFY_SOURCE"
  private static let message = "This flag takes a protection out of native code."

  let manual = RuleManual(
    "native-hardening-off", "Native code keeps the compiler's protections",
    reason: "Without canaries, position independence and read-only tables one fault in memory becomes control.",
    fix: "Remove the flag: the NDK protects by default.",
    ids: ["O.Source_9", "MASVS-CODE-4", "MASWE-0116", "MASTG-TEST-0222", "MASTG-TEST-0223", "CWE-693"],
    violating: [
      RuleExample(
        "in the flags of the build", path: "app/build.gradle", lines: [3],
        "android { defaultConfig { externalNativeBuild { cmake {\n  abiFilters 'arm64-v8a'\n"
          + "  cppFlags '-O2 -fno-stack-protector'\n} } } }\n"),
      RuleExample(
        "in a file of CMake", path: "app/src/main/cpp/CMakeLists.txt", lines: [4, 5, 7, 8, 9],
        """
        cmake_minimum_required(VERSION 3.22.1)
        # -fno-stack-protector
        add_library(scanner SHARED scanner.c)
        target_compile_options(scanner PRIVATE -O2 -Wall -fno-stack-protector)
        set(CMAKE_C_FLAGS "${CMAKE_C_FLAGS} -g -U_FORTIFY_SOURCE")
        set_target_properties(scanner PROPERTIES
          LINK_FLAGS "-Wl,-z,execstack -s")
        target_compile_definitions(scanner PRIVATE _FORTIFY_SOURCE=0)
        target_link_options(scanner PRIVATE "LINKER:-z,norelro")
        """),
      RuleExample(
        "a level that is taken back, raised in another branch or for another target",
        path: "app/src/main/cpp/CMakeLists.txt", lines: [1, 2, 6],
        """
        add_compile_options(-D_FORTIFY_SOURCE=2 -U_FORTIFY_SOURCE)
        target_compile_options(scanner PRIVATE -U_FORTIFY_SOURCE)
        target_compile_options(reader PRIVATE -D_FORTIFY_SOURCE=2)
        set(CMAKE_REQUIRED_FLAGS -no-pie)
        if(ANDROID)
          set(CMAKE_C_FLAGS "-U_FORTIFY_SOURCE")
        else()
          set(CMAKE_C_FLAGS "${CMAKE_C_FLAGS} -D_FORTIFY_SOURCE=2")
        endif()
        """),
      RuleExample(
        "in what Gradle hands out, which is not called Release", path: "app/src/main/cpp/CMakeLists.txt",
        lines: [2, 5, 10],
        """
        if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
          add_compile_options(-fno-stack-protector)
        endif()
        if(CMAKE_BUILD_TYPE MATCHES "Debug|RelWithDebInfo")
          add_compile_options(-fno-stack-protector)
        endif()
        if(CMAKE_BUILD_TYPE STREQUAL "Release")
          add_compile_options(-O2)
        else()
          add_compile_options(-fno-stack-protector)
        endif()
        """),
      RuleExample(
        "in a file of ndk-build", path: "app/src/main/jni/Android.mk", lines: [3, 4],
        """
        LOCAL_MODULE := scanner
        LOCAL_CFLAGS += -O2 \\
          -fno-stack-protector
        LOCAL_LDFLAGS:=-Wl,-z,norelro -no-pie
        include $(BUILD_SHARED_LIBRARY)
        """),
    ],
    conforming: [
      RuleExample(
        "the defaults", path: "app/build.gradle.kts",
        "android { defaultConfig { externalNativeBuild { cmake { cppFlags += \"-fstack-protector-strong\" } } } }\n"),
      RuleExample(
        "a level that is raised, for Gradle", path: "app/build.gradle",
        "android { defaultConfig { externalNativeBuild { cmake {\n"
          + "  cppFlags '-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2'\n"
          + "  cFlags '-U_FORTIFY_SOURCE', '-D_FORTIFY_SOURCE=3'\n} } } }\n"),
      RuleExample(
        "a level that is raised, for CMake", path: "app/src/main/cpp/CMakeLists.txt",
        """
        target_compile_options(scanner PRIVATE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
        set(CMAKE_C_FLAGS "${CMAKE_C_FLAGS} -U_FORTIFY_SOURCE")
        set(CMAKE_C_FLAGS "${CMAKE_C_FLAGS} -D_FORTIFY_SOURCE=2")
        """),
      RuleExample(
        "a level that is raised, and a debug build, for ndk-build", path: "app/src/main/jni/Android.mk",
        """
        LOCAL_CFLAGS += -U_FORTIFY_SOURCE
        LOCAL_CFLAGS += -D_FORTIFY_SOURCE=2
        ifeq ($(NDK_DEBUG),1)
        LOCAL_CFLAGS += -fno-stack-protector
        endif
        """),
      RuleExample(
        "a debug build by another condition, and flags of a question", path: "app/src/main/cpp/CMakeLists.txt",
        """
        if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
          add_compile_options(-O2)
        else()
          add_compile_options(-fno-stack-protector)
        endif()
        set(CMAKE_REQUIRED_FLAGS "-no-pie")
        """),
      RuleExample(
        "debug builds, flags that are asked about or taken out, and texts", path: "app/src/main/cpp/CMakeLists.txt",
        """
        #[[ target_compile_options(scanner PRIVATE
          -fno-stack-protector) ]]
        check_c_compiler_flag(-fno-stack-protector HAS_IT)
        message("no (-no-pie) here: -fno-stack-protector")
        string(REPLACE "-fno-stack-protector" "" CMAKE_C_FLAGS "${CMAKE_C_FLAGS}")
        list(REMOVE_ITEM SCAN_FLAGS -no-pie)
        set(CMAKE_C_FLAGS_DEBUG "-O0 -fno-stack-protector")
        target_compile_options(scanner PRIVATE "$<$<CONFIG:Debug>:-O0;-fno-stack-protector;-g>" -fstack-protector-strong)
        if(CMAKE_BUILD_TYPE STREQUAL "Debug")
          add_compile_options(-fno-stack-protector)
        endif()
        """),
      RuleExample(
        "ndk-build: debug builds, and flags that are taken out", path: "app/src/main/jni/Android.mk",
        """
        # LOCAL_CFLAGS += -fno-stack-protector
        LOCAL_CFLAGS := $(filter-out -fno-stack-protector,$(LOCAL_CFLAGS)) -fstack-protector-strong
        LOCAL_SRC_FILES := scanner.c \\
          -no-pie.c
        ifeq ($(APP_OPTIM),debug)
        LOCAL_CFLAGS += -fno-stack-protector
        endif
        """),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for build in project.documents.android.builds { judge(build, into: &record) }
    for build in project.documents.android.natives {
      let isOfApp = SourceRole(path: build.file.path, imports: [String](), head: "") == .app
      for place in Self.places(build.flags) {
        record.flaw(manual, android: build.file, at: place, isOfApp ? .warning : .note, Self.message)
      }
    }
  }

  private func judge(_ build: GradleBuild, into record: inout AuditRecord) {
    for statement in build.statements where statement.path.contains("externalNativeBuild") {
      guard statement.entry(of: "buildTypes") != "debug" else { continue }
      let flags = statement.arguments.flatMap(\.texts).flatMap { text in
        Self.words(of: text.text).map { NativeBuild.Flag(text: $0, position: text.position) }
      }
      for place in Self.places(flags) { record.flaw(manual, android: build.file, at: place, .warning, Self.message) }
    }
  }

  /// `-DCMAKE_C_FLAGS=-O2` is one word, `CFLAGS=-O2` two.
  private static func words(of text: String) -> [String] {
    text.split(separator: " ").flatMap { word -> [Substring] in
      word.hasPrefix("-D") ? [word] : word.split(separator: "=")
    }.map { String($0) }
  }

  /// The first flag of each line that has one.
  private static func places(_ given: [NativeBuild.Flag]) -> [TextPosition] {
    var places: [TextPosition] = []
    var raising: Set<String> = []
    // From the last one on: what comes later decides.
    for flag in given.reversed() {
      let text = flag.text.hasPrefix("LINKER:") ? "-Wl," + String(flag.text.dropFirst("LINKER:".count)) : flag.text
      if levels.contains(text) { raising.insert(flag.holder) }
      guard flags.contains(text), text != undefines || !raising.contains(flag.holder) else { continue }
      if places.last?.line == flag.position.line { places.removeLast() }
      places.append(flag.position)
    }
    return places.reversed()
  }
}
