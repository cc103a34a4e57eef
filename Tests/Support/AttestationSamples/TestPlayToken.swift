import Crypto
import Foundation

/// Play Integrity tokens with keys of this run.
package struct TestPlayToken {
  package let wrappingKey = [UInt8](repeating: 7, count: 32)
  package let signingKey = P256.Signing.PrivateKey()
  package var app = "dev.example"
  package var recognition = "PLAY_RECOGNIZED"
  package var verdicts = ["MEETS_DEVICE_INTEGRITY"]
  package var signer = "BQU"

  package init() {}

  package func token(requestHash: String, seconds: Int64) throws -> String {
    let list = verdicts.map { "\"\($0)\"" }.joined(separator: ",")
    let payload = """
      {"requestDetails":{"requestPackageName":"\(app)","requestHash":"\(requestHash)",\
      "timestampMillis":"\(seconds * 1000)"},"appIntegrity":{"appRecognitionVerdict":"\(recognition)",\
      "packageName":"\(app)","certificateSha256Digest":["\(signer)"],"versionCode":"12"},\
      "deviceIntegrity":{"deviceRecognitionVerdict":[\(list)]},\
      "accountDetails":{"appLicensingVerdict":"LICENSED"}}
      """
    let signed = Self.text(Array(#"{"alg":"ES256"}"#.utf8)) + "." + Self.text(Array(payload.utf8))
    let signature = try signingKey.signature(for: Data(signed.utf8)).rawRepresentation
    let header = Self.text(Array(#"{"alg":"A256KW","enc":"A256GCM"}"#.utf8))
    let key = SymmetricKey(size: .bits256)
    let box = try AES.GCM.seal(
      Data((signed + "." + Self.text(Array(signature))).utf8), using: key, authenticating: Data(header.utf8))
    let wrapped = try AES.KeyWrap.wrap(key, using: SymmetricKey(data: wrappingKey))
    let parts = [Array(wrapped), Array(box.nonce), Array(box.ciphertext), Array(box.tag)]
    return ([header] + parts.map(Self.text)).joined(separator: ".")
  }

  private static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
