import UntrustedInput

/// Flags of the build that take protections out of native code, wherever they are written: for Gradle, for CMake, for
/// ndk-build. A flag that gives back what an earlier one has taken is not set against it.
struct NativeHardeningOff: ProjectRule {
  private static let flags: Set<String> = [
    "-fno-stack-protector", "-no-pie", "-fno-pie", "-fno-PIE", "-Wl,-z,execstack", "-z,execstack", "-Wl,-z,norelro",
    "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0", "-fno-sanitize=cfi",
  ]
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
        if(CMAKE_BUILD_TYPE STREQUAL "Release")
          add_compile_options(-O2)
        else()
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
      for place in Self.places(build) {
        record.flaw(manual, android: build.file, at: place, isOfApp ? .warning : .note, Self.message)
      }
    }
  }

  private func judge(_ build: GradleBuild, into record: inout AuditRecord) {
    for statement in build.statements where statement.path.contains("externalNativeBuild") {
      guard statement.entry(of: "buildTypes") != "debug" else { continue }
      for text in statement.arguments.flatMap(\.texts)
      where text.text.split(whereSeparator: { $0 == " " || $0 == "=" && !text.text.hasPrefix("-D") }).contains(where: {
        Self.flags.contains(String($0))
      }) {
        record.flaw(manual, android: build.file, at: text.position, .warning, Self.message)
      }
    }
  }

  /// The first flag of each line that has one.
  private static func places(_ build: NativeBuild) -> [TextPosition] {
    var places: [TextPosition] = []
    for flag in build.flags where places.last?.line != flag.position.line {
      let text = flag.text.hasPrefix("LINKER:") ? "-Wl," + String(flag.text.dropFirst("LINKER:".count)) : flag.text
      if flags.contains(text) { places.append(flag.position) }
    }
    return places
  }
}
