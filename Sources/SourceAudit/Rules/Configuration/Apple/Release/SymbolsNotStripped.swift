import UntrustedInput

/// Releases that keep the names of their functions, or whose debug information stays inside.
/// Source: Apple, Build settings reference, STRIP_STYLE, STRIP_INSTALLED_PRODUCT, DEBUG_INFORMATION_FORMAT.
struct SymbolsNotStripped: ReleaseSettingRule {
  let names = [
    "STRIP_STYLE", "STRIP_INSTALLED_PRODUCT", "STRIP_SWIFT_SYMBOLS", "DEBUG_INFORMATION_FORMAT",
    "DEPLOYMENT_POSTPROCESSING",
  ]
  let manual = RuleManual(
    "symbols-not-stripped", "Releases keep no names of functions",
    reason: "The names say where to hook: checkJailbreak, verifyPIN. Crash reports need them outside of the app only.",
    fix: "Set STRIP_INSTALLED_PRODUCT and STRIP_SWIFT_SYMBOLS to YES, STRIP_STYLE to all, and DEBUG_INFORMATION_FORMAT "
      + "to dwarf-with-dsym.",
    ids: ["O.Resi_1", "O.Source_9", "MASVS-RESILIENCE-3", "MASWE-0093", "MASTG-TEST-0219", "CWE-215", "CWE-656"],
    violating: [
      RuleExample(
        "not stripped", path: "App.xcodeproj/project.pbxproj", lines: [9, 10],
        xcodeProject(release: "STRIP_INSTALLED_PRODUCT = NO;\nSTRIP_STYLE = \"non-global\";")),
      RuleExample("in the app", path: "Release.xcconfig", lines: [1], "DEBUG_INFORMATION_FORMAT = dwarf\n"),
      RuleExample(
        "Tuist, in a constant", path: "Tuist/ProjectDescriptionHelpers/Ext+Project.swift", lines: [4],
        """
        import ProjectDescription
        enum Strip { static let style = "debugging" }
        extension SettingsDictionary {
          static let shared: SettingsDictionary = ["STRIP_STYLE": .string(Strip.style), "STRIP_SWIFT_SYMBOLS": true]
        }
        """),
    ],
    conforming: [
      RuleExample(
        "stripped", path: "App.xcodeproj/project.pbxproj",
        xcodeProject(
          release: "STRIP_STYLE = all; DEBUG_INFORMATION_FORMAT = \"dwarf-with-dsym\";",
          debug: "STRIP_INSTALLED_PRODUCT = NO; DEBUG_INFORMATION_FORMAT = dwarf;"))
    ])

  func flaw(in use: SettingUse) -> (severity: FindingSeverity, message: String)? {
    switch use.name {
    case "STRIP_STYLE":
      // Xcode's default for what is loaded by others, which need the names that it exports.
      let isLibrary = use.product == .framework && use.text == "non-global"
      guard !use.text.isEmpty, use.text != "all", !use.text.contains("$"), !isLibrary else { return nil }
      return (.warning, "Only a part of the names is stripped from a release.")
    case "DEBUG_INFORMATION_FORMAT":
      return use.text == "dwarf" ? (.note, "Debug information goes into no file of its own.") : nil
    // Off by default outside of an archive, which sets it.
    case "DEPLOYMENT_POSTPROCESSING": return nil
    default: return use.isOff ? (.warning, "Releases keep the names of their functions.") : nil
    }
  }

  func control(in use: SettingUse) -> String? {
    switch use.name {
    case "STRIP_STYLE" where use.text == "all", "STRIP_INSTALLED_PRODUCT" where use.isOn,
      "STRIP_SWIFT_SYMBOLS" where use.isOn:
      "names are stripped from releases"
    default: nil
    }
  }
}
