import Foundation
import PackagePlugin

/// `swift package mantlet-audit [OPTIONS]`: the audit of the package that it is called in.
///
/// Without a folder or a command among the arguments it reads the package's own. It needs the traits `Audit` and `Server` of Mantlet;
/// whatever `mantlet audit` takes may follow, such as `--policy policy.json --format sarif --output audit.sarif` (files
/// inside the package need `--allow-writing-to-package-directory`).
@main
struct MantletAudit: CommandPlugin {
  /// Options without a value; what stands behind any other is its value, and no folder.
  private static let flags: Set<String> = ["--changed", "--help", "-h"]

  private static func namesFolder(_ arguments: [String]) -> Bool {
    var isValue = false
    for argument in arguments {
      if argument.hasPrefix("-") {
        isValue = argument != "--" && !argument.contains("=") && !flags.contains(argument)
      } else if isValue {
        isValue = false
      } else {
        return true
      }
    }
    return false
  }

  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "MantletCommand")
    let process = Process()
    process.executableURL = tool.url
    // SwiftPM closes the plugin's own: the first file that the tool opens would take its place.
    process.standardInput = FileHandle.nullDevice
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = ["audit"] + (Self.namesFolder(arguments) ? [] : ["."]) + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      // The report says what it found; the build only needs to know that it did.
      Diagnostics.error("mantlet audit ended with \(process.terminationStatus)")
      return
    }
  }
}
