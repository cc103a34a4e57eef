#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// Platform files that end too soon, or hold what is not of their form: named with the line.
  @Suite struct BrokenDocumentTests {
    private func report(_ path: String, _ text: String) -> AuditReport {
      Audit().run(SourceTree(files: [SourceText(path: path, text: text)]), policy: RuleExamplesTests.policy)
    }

    private static let broken: [(path: String, text: String, line: Int)] = [
      ("app/build.gradle", "a = 1\nandroid {\n  defaultConfig {\n    minSdk 26\n  }\n", 2),
      ("app/build.gradle", "android {\n  name = 'app\n}\n", 2),
      ("app/build.gradle", "android {\n}\n}\n", 3),
      ("app/build.gradle", "android {\n  implementation(\n}\n", 1),
      ("gradle/libs.versions.toml", "[versions]\na = \"1\nb = \"2\"\n", 2),
      ("Package.resolved", "{\n  \"pins\" : [\n    { \"identity\" : }\n  ]\n}\n", 3),
      ("Podfile.lock", "PODS:\n  - Alamofire (5.9.1)\n\t bad: [", 3),
      ("Podfile.lock", "PODS:\n  - Alamofire (5.9.1)\n  - Kingfisher (7.", 3),
      ("Podfile.lock", "PODS:\n  - Alamofire (5.9.1)\n\nDEPEN", 4),
      ("app/src/main/cpp/CMakeLists.txt", "project(a)\nadd_compile_options(-O2\n", 2),
      ("app/src/main/jni/Android.mk", "LOCAL_MODULE := a\nifeq ($(APP_ABI),x86)\n", 2),
    ]

    @Test("A file that breaks off is named with the line where it does", arguments: broken)
    func line(path: String, text: String, line: Int) {
      #expect(report(path, text).incomplete == [AuditIncompleteness(file: path, cause: .notParsed, line: line)])
    }

    @Test("A lock file as CocoaPods writes it is read whole")
    func podLock() {
      let text = """
        PODS:
          - Alamofire (5.9.1)
          - "Sentry/Core (8.2.0)":
            - SentryPrivate (= 8.2.0)
          - Own (0.1)

        DEPENDENCIES:
          - Alamofire (~> 5.9)
          - Own (from `../Own`)

        SPEC REPOS:
          https://github.com/CocoaPods/Specs.git:
            - Alamofire
          trunk:
            - Sentry

        EXTERNAL SOURCES:
          Own:
            :path: "../Own"

        CHECKOUT OPTIONS:
          Own:
            :commit: 0f1e
            :git: git@example.org:own.git

        SPEC CHECKSUMS:
          Alamofire: f36a35757af4587d8e4f4bfa223ad10be2422b8c

        PODFILE CHECKSUM: 7d2d

        COCOAPODS: 1.15.2

        """
      let report = report("Podfile.lock", text)
      #expect(report.incomplete.isEmpty && report.filesRead == 1)
    }

    @Test("A build file of native code alone is a source to read", arguments: ["CMakeLists.txt", "jni/Android.mk"])
    func native(path: String) {
      let cmake = "find_library(log-lib log)\nadd_compile_options(-O2)\n"
      let report = report(path, path.hasSuffix("mk") ? "LOCAL_CFLAGS += -O2\n" : cmake)
      #expect(report.filesRead == 1 && report.verdict == .holds)
    }

    @Test("A build file of a program for desktops is no source, unless something of Android lies beside it")
    func desktop() {
      let cmake = "project(viewer)\nadd_executable(viewer main.c)\n"
      let alone = report("CMakeLists.txt", cmake)
      #expect(alone.filesRead == 0 && alone.verdict != .holds)
      let files = [
        SourceText(path: "app/CMakeLists.txt", text: cmake),
        SourceText(path: "app/build.gradle", text: "android { namespace 'a.b' }\n"),
      ]
      let both = Audit().run(SourceTree(files: files), policy: RuleExamplesTests.policy)
      #expect(both.filesRead == 2)
    }

    @Test("Nested conditions of debug builds count to the last one, and what follows is judged again")
    func conditions() {
      let cmake = """
        if(CMAKE_BUILD_TYPE STREQUAL "Debug")
          if(ANDROID_ABI STREQUAL "x86")
            add_compile_options(-no-pie)
          else()
            add_compile_options(-no-pie)
          endif()
        elseif(ANDROID)
          add_compile_options(-fno-stack-protector)
        endif()
        if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
          add_compile_options(-no-pie)
        endif()
        """
      #expect(report("CMakeLists.txt", cmake).findings.map(\.line) == [8, 11])
      let make = """
        ifeq ($(APP_OPTIM),debug)
        ifdef X
        LOCAL_CFLAGS += -no-pie
        else
        LOCAL_CFLAGS += -no-pie
        endif
        else
        LOCAL_CFLAGS += -no-pie
        endif
        """
      #expect(report("Android.mk", make).findings.map(\.line) == [8])
    }

    @Test("A few hundred thousand open conditions and brackets end the reading, not the audit")
    func hostile() {
      let clock = ContinuousClock()
      let took = clock.measure {
        for piece in ["if(x)\n", "a(", "\"", "#[[", "set(A_FLAGS [", "$<", "set(FLAGS \"$<$<"] {
          _ = report("CMakeLists.txt", String(repeating: piece, count: 100_000))
        }
        for piece in ["ifeq (a,b)\n", "A_FLAGS = $(", "else\n", "endif\n", "\\\n"] {
          _ = report("Android.mk", String(repeating: piece, count: 100_000))
        }
      }
      #expect(took < .seconds(60))
    }
  }
#endif
