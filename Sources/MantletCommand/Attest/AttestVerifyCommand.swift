import ArgumentParser
import AttestationVerification
import Foundation
import SecurityPolicy
import UntrustedInput

/// `mantlet attest verify`: each step of each piece of evidence, and its outcome.
struct AttestVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Verify evidence from a device, step by step.",
    discussion: """
      A FILE is CBOR (app-attest), BER (receipts), PEM or DER certificates (android-key; files of one certificate \
      each make one chain, leaf first), a token (play-integrity), any of these in base64, or JSON that holds them \
      as attestationBase64, assertionBase64, receiptBase64, x5cBase64 or token.
      Exit codes: 0 accepted, 1 refused (refusedAt names the step), 2 undetermined, 64 an expected value is missing, \
      65 unreadable.
      """)

  @Argument(help: "The evidence.") var files: [String]
  @Option(help: "app-attest, app-attest-assertion, app-attest-receipt, android-key or play-integrity.")
  var kind: EvidenceKind
  @Option(help: "Judge as of this time, as in 2026-06-01T12:00:00Z (default: now).") var at: String?
  @Flag(help: "Print one JSON object.") var json = false
  @OptionGroup var expected: ExpectedValues

  func validate() throws {
    // What would be read by nobody must not look like a condition.
    guard !expected.environment.isEmpty, ![.appAttest, .receipt].contains(kind) else { return }
    throw ValidationError("--environment is for app-attest and app-attest-receipt: \(kind.rawValue) states none")
  }

  func run() throws {
    if expected.insecureSoftwareKeys || expected.insecureNoRevocationList {
      StandardError.print("mantlet: warning: an --insecure option is in use: what is accepted may be no evidence")
    }
    let moment = try at.map { text in
      guard let date = ExpectedValues.date(text) else {
        throw ExitStatus.stop("--at is a time as in 2026-06-01T12:00:00Z", ExitStatus.usage)
      }
      return date
    }
    var outcomes: [EvidenceOutcome] = []
    for evidence in try Evidence.read(files, kind: kind) {
      let now = try moment ?? expected.time(evidence) ?? Date()
      outcomes.append(try EvidenceOutcome(evidence, kind: kind, expected: expected, now: now))
    }
    if json {
      let nodes = outcomes.map(\.node)
      let all: JSONNode = ["verdict": .string(Self.word(outcomes)), "results": JSONNode(.array(nodes))]
      StandardOutput.print(JSONWriter(indentation: 2).text(nodes.count == 1 ? nodes[0] : all))
    } else {
      outcomes.forEach { $0.describe() }
    }
    let verdict = outcomes.reduce(Verdict.holds) { $0.and($1.verdict) }
    guard verdict.exitCode == 0 else { throw ExitCode(verdict.exitCode) }
  }

  private static func word(_ outcomes: [EvidenceOutcome]) -> String {
    EvidenceOutcome.word(outcomes.reduce(Verdict.holds) { $0.and($1.verdict) })
  }
}
