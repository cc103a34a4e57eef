import AppSession
import ArgumentParser
import Foundation
import Mantlet
import TrustWire
import UntrustedInput

/// Attacks on the server, run for real. Prints one step: what the server answered.
struct DeviceAttack: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attack", abstract: "Be an attacker and print what the server says.")

  enum Kind: String, ExpressibleByArgument, CaseIterable { case tampered, replayed, tokenless }

  @OptionGroup var options: DeviceOptions
  @Argument(help: "tampered: a report changed after signing. replayed: one report, twice. tokenless: no token.")
  var kind: Kind

  func run() async throws {
    _ = StandardInput.secretLine()
    StandardInput.endWithInput()
    let clock = ContinuousClock()
    let shield = try await options.shield()
    let report = try await shield.signedReport()
    let start = clock.now
    do {
      switch kind {
      case .tampered: try await shield.enroll(report: Self.changed(report))
      case .replayed:
        try await shield.enroll(report: report)
        try await shield.enroll(report: report)
      case .tokenless: try await shield.synchronizeWithoutTokens()
      }
      print(Step(chapter: "attack", what: kind.rawValue, isExpected: false, fact: "the server let it pass"))
    } catch {
      let refusal = Refusal(error)
      print(
        Step(
          chapter: "attack", what: kind.rawValue, isExpected: refusal.code != nil, fact: refusal.sentence,
          code: refusal.code, milliseconds: (clock.now - start) / .milliseconds(1)))
    }
  }

  private func print(_ step: Step) { StandardOutput.print(step.node) }

  /// Another answer in the payload under the old signature: what somebody between device and server would send.
  static func changed(_ report: String) -> String {
    let parts = report.split(separator: ".").map(String.init)
    guard parts.count == 3, let payload = try? Base64URL.decode(parts[1]) else { return report }
    let text = String(decoding: payload, as: UTF8.self)
      .replacingOccurrences(of: #""appVersion":"1.0""#, with: #""appVersion":"9.9""#)
    return [parts[0], Base64URL.encode(text.utf8), parts[2]].joined(separator: ".")
  }
}
