import AppIntegrity
import AppSession
import ArgumentParser
import DataLifecycle
import Foundation
import Mantlet
import Redaction
import SecretStorage
import SecurityPolicy
import TrustWire

/// The whole story of one device: key, check, report, login, records, sync, refresh. Prints one JSON object a step.
struct DeviceRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "run", abstract: "Live one day of a device.")

  /// The steps of a whole day, in order.
  static let chapters = [
    "key", "security check", "report → AppToken", "login → UserToken", "sleep log at rest", "sync", "refresh",
  ]

  @OptionGroup var options: DeviceOptions
  @Option(help: "The account to sign in; its password is the first line of standard input.")
  var user: String
  @Flag(help: "End after the report.")
  var onlyReport = false
  @Flag(help: "Set a PIN, keep a secret, and log out at the end of the day.")
  var logOut = false
  @Option(help: "Keep the report that was sent in this file, for a demonstration of replay.")
  var keepReport: String?

  func run() async throws {
    let password = StandardInput.secretLine()
    StandardInput.endWithInput()
    var shield: Shield?
    try await step("key") {
      let made = try await options.shield()
      shield = made
      return "P-256 \(made.key.publicKey.thumbprint.prefix(12))… in the secret store"
    }
    guard let shield else { return }
    try await step("security check") {
      let result = try await shield.checkDevice()
      let seen =
        switch result.assessment.overall {
        case .holds: "nothing found"
        case .fails(let reason): "\(reason)"
        case .undetermined(let reason): "undetermined: \(reason)"
        }
      return "\(result.system.name) \(result.system.version), \(result.system.patchLevel ?? "no patch level"): \(seen)"
    }
    try await step("report → AppToken") {
      let report = try await shield.signedReport()
      if let keepReport { try StateFile.write(Array(report.utf8), to: keepReport) }
      let tier = try await shield.enroll(report: report)
      return "\(tier.rawValue): \(tier == .attested ? "hardware vouched for it" : "reduced, rate-limited tier")"
    }
    if onlyReport { return }
    try await logIn(shield, password)
    try await step("sleep log at rest") {
      for night in 1...3 {
        try await shield.keep(kind: "sleep-log", payload: #"{"night":\#(night),"minutes":\#(400 + night)}"#)
      }
      let count = try await shield.recordCount(kind: "sleep-log")
      return "3 entries added, \(count) kept, each sealed"
    }
    try await step("sync") { "\(try await shield.synchronize()) entries accepted by the server" }
    try await step("refresh") {
      try await shield.refresh()
      return "both tokens rotated"
    }
    if logOut { try await leave(shield) }
  }

  /// What this day left behind goes: the last step tells what was found when looking again.
  private func leave(_ shield: Shield) async throws {
    try await step("PIN and token at rest") {
      guard let pin = PIN(copying: "471100"), let token = TokenText(copying: "partner-token") else {
        throw StorageError.unavailable(0)
      }
      try await shield.pin.set(pin)
      let key = try SecretKey<TokenText>(SecretName(constant: "partner.token"), under: shield.slice.storage)
      try await shield.secrets.write(token, to: key)
      return "a PIN as its keyed hash, a token sealed"
    }
    try await step("PIN unlock") {
      guard let right = PIN(copying: "471100"), let wrong = PIN(copying: "739184") else {
        throw StorageError.unavailable(0)
      }
      try await shield.judge(.stepUp)
      let refused = try await shield.unlock(pin: wrong)
      guard case .wrong(let left, _) = refused, try await shield.unlock(pin: right) == .holds else {
        throw StorageError.authenticationFailed(0)
      }
      return "session locked; a wrong PIN leaves \(left) tries, the right one opens it"
    }
    try await step("logout") {
      let report = try await shield.logOut()
      return "PIN, tokens, keys, records and \(report.removed.count) places in all: keys first, read back, nothing left"
    }
  }

  private func logIn(_ shield: Shield, _ password: borrowing Secret) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      try await shield.logIn(user: user, password: password)
      report("login → UserToken", true, "\(user), password sealed to the login key", nil, clock.now - start)
    } catch {
      throw failed("login → UserToken", error, clock.now - start)
    }
  }

  private func step(_ what: String, _ body: () async throws -> String) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let fact = try await body()
      report(what, true, fact, nil, clock.now - start)
    } catch {
      throw failed(what, error, clock.now - start)
    }
  }

  private func failed(_ what: String, _ error: any Error, _ time: Duration) -> ExitCode {
    let refusal = Refusal(error)
    report(what, false, refusal.sentence, refusal.code, time)
    return ExitStatus.fails
  }

  private func report(_ what: String, _ ok: Bool, _ fact: String, _ code: String?, _ time: Duration) {
    StandardOutput.print(
      Step(
        chapter: "device", what: what, isExpected: ok, fact: fact, code: code,
        milliseconds: time / .milliseconds(1)
      ).node)
  }
}
