import UntrustedInput

/// `android:debuggable`, and `debuggable` in a release build.
struct DebuggableApp: ProjectRule {
  let manual = RuleManual(
    "debuggable-app", "A released app cannot be debugged",
    reason: "Whoever holds the device attaches a debugger, reads and changes the app's memory, and runs code as it.",
    fix: "Remove the setting: debug builds have it by themselves.",
    ids: ["O.Source_8", "O.Resi_3", "MASVS-RESILIENCE-4", "MASWE-0067", "MASTG-TEST-0226", "CWE-489"],
    violating: [
      RuleExample(
        "in the manifest", path: "AndroidManifest.xml", lines: [3],
        manifest("<application\n  android:debuggable=\"true\" />")),
      RuleExample(
        "through a resource", path: "app/src/main/AndroidManifest.xml", lines: [2],
        others: [
          SourceText(
            path: "app/src/main/res/values/flags.xml", text: "<resources><bool name=\"dbg\">true</bool></resources>")
        ],
        manifest("<application android:debuggable=\"@bool/dbg\" />")),
      RuleExample(
        "in the release build, Groovy", path: "app/build.gradle", lines: [4],
        "android {\n  buildTypes {\n    release {\n      debuggable true\n    }\n  }\n}\n"),
      RuleExample(
        "in the release build, Kotlin", path: "app/build.gradle.kts", lines: [3],
        "android {\n  buildTypes.getByName(\"release\") {\n    isDebuggable = true\n  }\n}\n"),
      RuleExample(
        "through a variable", path: "app/build.gradle.kts", lines: [4],
        "val isOpen = true\nval isShut: Boolean = !isOpen\nandroid { buildTypes {\n"
          + "  release { isDebuggable = isOpen }\n  create(\"beta\") { isDebuggable = isShut }\n} }\n"),
      RuleExample(
        "through a property of the project above", path: "app/build.gradle", lines: [1],
        others: [SourceText(path: "build.gradle", text: "ext { isOpen = true }\n")],
        "android { buildTypes { release { debuggable rootProject.ext.isOpen } } }\n"),
      RuleExample(
        "made after the debug build", path: "app/build.gradle.kts", lines: [2, 3],
        "android { buildTypes {\n  create(\"staging\") { initWith(getByName(\"debug\")) }\n"
          + "  create(\"store\") { initWith(getByName(\"staging\")) }\n} }\n"),
    ],
    conforming: [
      RuleExample("not said", path: "AndroidManifest.xml", manifest("<application />")),
      RuleExample(
        "the manifest of debug builds", path: "app/src/debug/AndroidManifest.xml",
        manifest("<application android:debuggable=\"true\" />")),
      RuleExample(
        "the debug build", path: "app/build.gradle",
        "android {\n  buildTypes {\n    debug { debuggable true }\n    release { debuggable false }\n  }\n}\n"),
      RuleExample(
        "variables, and build types made after others", path: "app/build.gradle.kts",
        "val isOpen = false\nandroid { buildTypes {\n  release { isDebuggable = isOpen }\n"
          + "  create(\"staging\") { initWith(getByName(\"debug\")); isDebuggable = false }\n"
          + "  create(\"store\") { initWith(getByName(\"release\")) }\n"
          + "  create(\"benchmark\") { initWith(getByName(\"debug\")) }\n} }\n"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    for manifest in android.manifests where manifest.place.isShipped {
      guard let attribute = manifest.application?.android("debuggable"), android.isTrue(attribute) else { continue }
      // O.Source_8#670
      record.flaw(
        manual, android: manifest.file, at: attribute.position, .error, "Every debugger may attach.",
        edits: manifest.file.edit(attribute, to: "false"))
    }
    for build in android.builds {
      for setting in build.settings("debuggable")
      where setting.entry(of: "buildTypes") == "release" && android.isOn(setting, in: build) == true {
        let isWritten = setting.first?.isTrue == true
        record.flaw(
          manual, android: build.file, at: setting.position, .error, "The release build can be debugged.",
          edits: isWritten ? build.file.edit("true", to: "false", from: setting.position) : [])
      }
      for (type, place) in GradleBuildTypes(build, android).debuggable {
        record.flaw(
          manual, android: build.file, at: place.position, type == "release" ? .error : .warning,
          "A build type that is not the debug build can be debugged.")
      }
    }
  }
}
