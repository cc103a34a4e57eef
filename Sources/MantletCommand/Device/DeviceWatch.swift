import AppIntegrity
import ArgumentParser
import Foundation
import Mantlet

/// A device that stays: it checks itself every second and reports to the server whenever its answers change.
///
/// An app checks at random 30 to 180 minutes apart (the policy's interval); a demonstration has no such patience.
struct DeviceWatch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Stay, check every second, report what changes.")

  @OptionGroup var options: DeviceOptions

  func run() async throws {
    _ = StandardInput.secretLine()
    StandardInput.endWithInput()
    let shield = try await options.shield()
    var last: [String]?
    while true {
      let result = try await shield.checkDevice()
      let answers = [result.isRooted, result.isHooked, result.isDebugged].map(String.init)
      if last != answers {
        // What the server says stands in its own events; a refusal is an answer, not an end.
        _ = try? await shield.enroll()
        last = answers
      }
      try await Task.sleep(for: .seconds(1))
    }
  }
}
