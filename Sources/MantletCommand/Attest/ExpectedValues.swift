import ArgumentParser
import AttestationVerification
import Crypto
import Foundation
import UntrustedInput

/// What the evidence must fit. It comes from the caller; from the evidence's own file only where he says so.
struct ExpectedValues: ParsableArguments {
  @Option(help: "TEAMID.bundle.id, or the Android package; may be repeated for Apple.") var appId: [String] = []
  @Option(help: "App Attest keys and receipts: production or development; may be repeated (default: production).")
  var environment: [String] = []
  @Option(help: "The challenge as text; App Attest signs its SHA-256.") var challenge: String?
  @Option(help: "The challenge in base64.") var challengeBase64: String?
  @Option(help: "App Attest: the file of the exact client data; its SHA-256 was signed.") var clientData: String?
  @Option(help: "App Attest: the client data hash in hexadecimal or base64.") var clientDataHash: String?
  @Option(help: "App Attest: text that was passed as client data hash without hashing.") var clientDataHashText: String?
  @Option(help: "App Attest: the key identifier in base64 or hexadecimal.") var keyId: String?
  @Option(help: "Assertion or receipt: the attested key, PEM file or base64 (point or SubjectPublicKeyInfo).")
  var publicKey: String?
  @Option(help: "Assertion: the counter stored for this key (default: 0).") var counter: UInt32?
  @Option(help: "A root to trust instead of Apple's or Google's, PEM; may be repeated.") var root: [String] = []
  @Option(help: "App Attest: a root for receipts, PEM; with --root and without this, receipts are not read.")
  var receiptRoot: [String] = []
  @Option(help: "Android: the revocation list (attestation/status).") var revocationList: String?
  @Option(help: "Android: when the list was fetched (default: the file's time).") var revocationListDate: String?
  @Option(help: "Android: hours for which the list is good.") var revocationListHours: Double = 24
  @Option(help: "Android: SHA-256 of a certificate that signs the app, hexadecimal or base64; may be repeated.")
  var signingDigest: [String] = []
  @Option(help: "Play: the file of the decryption key in base64.") var decryptionKey: String?
  @Option(help: "Play: the file of the verification key in base64 or PEM.") var verificationKey: String?
  @Option(help: "Play: requestHash of a standard request.") var requestHash: String?
  @Option(help: "Play: nonce of a classic request.") var nonce: String?
  @Option(help: "Play and receipts: seconds that it may be old (default: 600 and 300).") var maximumAge: Double?
  @Flag(
    help: "Take values that are not given, the time among them, from the JSON file of the evidence: for test vectors.")
  var expectFromFile = false
  @Flag(help: "Android: accept keys in software. For emulators and test vectors.") var insecureSoftwareKeys = false
  @Flag(help: "Android: ask no revocation list. For test vectors.") var insecureNoRevocationList = false

  func time(_ evidence: Evidence) throws -> Date? {
    member(evidence, "verificationTime", "timestamp", "now")?.string.flatMap(Self.date)
  }

  func member(_ evidence: Evidence, _ names: String...) -> JSONNode? {
    guard expectFromFile else { return nil }
    return names.lazy.compactMap { evidence.member($0) }.first
  }

  /// ISO 8601 with or without fractions, in Zulu or with an offset.
  static func date(_ text: String) -> Date? {
    (try? Date.ISO8601FormatStyle().parse(text))
      ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
      ?? (try? Date.ISO8601FormatStyle(timeZoneSeparator: .colon).parse(text))
  }

  static func bytes(_ text: String, hexadecimal count: Int) -> [UInt8]? {
    if text.utf8.count == 2 * count, text.allSatisfy(\.isHexDigit) {
      return stride(from: 0, to: 2 * count, by: 2).compactMap { offset in
        let start = text.index(text.startIndex, offsetBy: offset)
        return UInt8(text[start...text.index(after: start)], radix: 16)
      }
    }
    return Evidence.base64(text)
  }
}
