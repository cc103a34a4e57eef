import AttestationVerification
import Crypto
import CryptoExtras
import Foundation
import UntrustedInput

// Verification of real attestations beside the signature checks that it cannot do without, done bare: keys and signatures
// of the same kinds, read beforehand. The vectors lie outside the repository, in the folder that MANTLET_VECTORS names.
// A ratio is ours by the bare checks' speed: 1 is as fast.

struct Broken: Error {}

/// One kind of signature check, with everything about it prepared.
struct BareCheck {
  let run: () -> Bool

  static func p256() throws -> BareCheck {
    let (key, message) = (P256.Signing.PrivateKey(), [UInt8](repeating: 7, count: 600))
    let (publicKey, signature) = (key.publicKey, try key.signature(for: message))
    return BareCheck { publicKey.isValidSignature(signature, for: message) }
  }

  static func p384<Hash: HashFunction>(_ digest: Hash.Type) throws -> BareCheck {
    let (key, message) = (P384.Signing.PrivateKey(), [UInt8](repeating: 7, count: 600))
    let (publicKey, signature) = (key.publicKey, try key.signature(for: digest.hash(data: message)))
    return BareCheck { publicKey.isValidSignature(signature, for: digest.hash(data: message)) }
  }

  static func rsa4096() throws -> BareCheck {
    let (key, message) = (try _RSA.Signing.PrivateKey(keySize: .bits4096), [UInt8](repeating: 7, count: 600))
    let (publicKey, signature) = (key.publicKey, try key.signature(for: message, padding: .insecurePKCS1v1_5))
    return BareCheck { publicKey.isValidSignature(signature, for: message, padding: .insecurePKCS1v1_5) }
  }
}

func microseconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
  let began = ContinuousClock.now
  for _ in 0..<count { try body() }
  return (ContinuousClock.now - began) / .microseconds(1) / Double(count)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// In turns, so that a busy machine slows both; the first round only warms up.
func compare(_ name: String, checks: [BareCheck], ours: () throws -> Void) throws {
  var (own, bare): ([Double], [Double]) = ([], [])
  for _ in 0..<16 {
    bare.append(try microseconds(20) { for check in checks { guard check.run() else { throw Broken() } } })
    own.append(try microseconds(20, ours))
  }
  let ratio = median(zip(bare, own).dropFirst().map { $0 / $1 })
  func text(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
  print(
    "\(name): \(text(median(own), 0)) µs   \(checks.count) bare signature checks \(text(median(bare), 0)) µs   "
      + "ratio \(text(ratio, 2))   limit 0.70\(ratio < 0.7 ? "   BELOW" : "")")
}

func main() throws {
  guard let place = ProcessInfo.processInfo.environment["MANTLET_VECTORS"] else {
    print("MANTLET_VECTORS names no folder of attestation vectors: nothing measured")
    return
  }
  let folder = [place + "/attestation/", place + "/"].first {
    FileManager.default.fileExists(atPath: $0 + "INDEX.json")
  }
  guard let folder else { throw Broken() }
  let file = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "apple/guide-2024/attestation.json")))
  let node = try JSONReader().read(file)
  guard let object = node["attestationBase64"]?.string.flatMap({ Data(base64Encoded: $0) }).map(Array.init),
    let keyID = node["keyIdBase64"]?.string.flatMap({ Data(base64Encoded: $0) }).map(Array.init),
    let appID = node["appId"]?.string, let hash = node["clientDataHashUtf8Raw"]?.string.map({ Array($0.utf8) }),
    let now = (node["verificationTime"]?.string).flatMap({ try? Date($0, strategy: .iso8601) })
  else { throw Broken() }

  let chain = [try BareCheck.p384(SHA256.self), try BareCheck.p384(SHA384.self)]
  let plain = AppAttestVerifier(appIDs: [appID], receiptRoots: [])
  try compare("App Attest attestation", checks: chain) {
    _ = try plain.verify(attestation: object, keyID: keyID, clientDataHash: hash, now: now)
  }
  let receipt = [try BareCheck.p256(), try BareCheck.p384(SHA384.self), try BareCheck.p256()]
  let whole = AppAttestVerifier(appIDs: [appID])
  try compare("App Attest attestation with receipt", checks: chain + receipt) {
    _ = try whole.verify(attestation: object, keyID: keyID, clientDataHash: hash, now: now)
  }

  let pem = try String(
    contentsOf: URL(fileURLWithPath: folder + "android/keyattestation/akita/sdk34/TEE_EC_NONE.pem"), encoding: .utf8)
  guard let certificates = PEMCertificates.read(pem) else { throw Broken() }
  let day = Date(timeIntervalSince1970: 1_727_389_885)
  let list = try RevocationList(json: Array(#"{"entries": {}}"#.utf8), fetchedAt: day)
  let android = [try BareCheck.p256(), try BareCheck.p256(), try BareCheck.p384(SHA384.self), try BareCheck.rsa4096()]
  try compare("Android Key Attestation", checks: android) {
    _ = try AndroidKeyVerifier().verify(
      chain: certificates, challenge: Array("challenge".utf8), revocation: .list(list, maximumAge: 60), now: day)
  }

  var slowest = 0.0
  for index in object.indices {
    var changed = object
    changed[index] ^= 1 << UInt8(index % 8)
    slowest = max(
      slowest,
      try microseconds(1) {
        if (try? whole.verify(attestation: changed, keyID: keyID, clientDataHash: hash, now: now)) != nil {
          throw Broken()
        }
      })
  }
  let (longest, limit) = (slowest / 1000, 100.0)
  print(
    "\(object.count) changed attestations refused: the slowest after \(String(format: "%.1f", longest)) ms   limit 100 ms   "
      + "ratio \(String(format: "%.2f", longest / limit))\(longest > limit ? "   MISSED" : "")")
  if longest > limit { exit(1) }
}

try main()
