import ArgumentParser
import Foundation
import UntrustedInput

/// `mantlet input kinds`: the kinds that can be checked.
struct InputKindsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "kinds", abstract: "List the kinds of values.")

  @Flag(help: "Print one JSON object per line.") var json = false

  func run() {
    for kind in InputKind.allCases {
      if json {
        StandardOutput.print([
          "kind": .string(kind.rawValue), "about": .string(kind.about),
          "fromStandardInputOnly": JSONNode(.bool(kind.isSecret)),
        ])
      } else {
        StandardOutput.print(kind.rawValue.padding(toLength: 16, withPad: " ", startingAt: 0) + kind.about)
      }
    }
  }
}
