import UntrustedInput

/// A release build of an app that R8 leaves as it is.
struct ReleaseNotShrunk: GradleRule {
  let manual = RuleManual(
    "release-not-shrunk", "R8 works on the release",
    reason: "Names, unused code and log calls stay in the package and make it easy to read and to change.",
    fix: "Set isMinifyEnabled = true in the release build, with proguard-android-optimize.txt.",
    ids: ["O.Source_9", "O.Resi_8", "MASVS-RESILIENCE-3", "MASWE-0089", "CWE-656"],
    violating: [
      RuleExample(
        "switched off", path: "app/build.gradle", lines: [5],
        "plugins { id 'com.android.application' }\nandroid {\n  buildTypes {\n    release {\n"
          + "      minifyEnabled false\n    }\n  }\n}\n"),
      RuleExample(
        "not said", path: "app/build.gradle.kts", lines: [4],
        "plugins { id(\"com.android.application\") }\nandroid {\n  buildTypes {\n    release {\n"
          + "      signingConfig = null\n    }\n  }\n}\n"),
      RuleExample(
        "switched off through a variable", path: "app/build.gradle", lines: [4],
        "plugins { id 'com.android.application' }\ndef shrinks = false\nandroid { buildTypes {\n"
          + "  release { minifyEnabled shrinks }\n} }\n"),
    ],
    conforming: [
      RuleExample(
        "on", path: "app/build.gradle.kts",
        "plugins { alias(libs.plugins.android.application) }\nandroid { buildTypes {\n"
          + "  getByName(\"release\") { isMinifyEnabled = true }\n  debug { isMinifyEnabled = false }\n} }\n"),
      RuleExample(
        "on through a variable", path: "app/build.gradle.kts",
        "plugins { id(\"com.android.application\") }\nval shrinks by extra(true)\nandroid { buildTypes {\n"
          + "  release { isMinifyEnabled = shrinks }\n} }\n"),
      RuleExample(
        "a library", path: "lib/build.gradle",
        "apply plugin: 'com.android.library'\nandroid { buildTypes { release { minifyEnabled false } } }\n"),
    ])

  func judge(_ build: GradleBuild, in project: Project, into record: inout AuditRecord) {
    guard build.makesApp else { return }
    let android = project.documents.android
    let settings = build.settings("minifyEnabled").filter { $0.entry(of: "buildTypes") != "debug" }
    let release = settings.filter { $0.entry(of: "buildTypes") == "release" }
    if let off = release.first(where: { android.isOn($0, in: build) == false }) {
      record.flaw(manual, android: build.file, at: off.position, .note, "The release keeps its names.")
    } else if let on = settings.first(where: { android.isOn($0, in: build) == true }) {
      record.control("R8 works on the release", manual, in: build.file, at: on.position)
    } else if settings.isEmpty,
      let release = build.statements.first(where: {
        $0.isBlock && $0.scopes.last == "buildTypes" && ($0.name == "release" || $0.first?.text == "release")
      })
    {
      record.flaw(manual, android: build.file, at: release.position, .note, "The release keeps its names.")
    }
  }
}
