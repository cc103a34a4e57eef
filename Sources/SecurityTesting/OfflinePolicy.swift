import Crypto
import Foundation
import SecurityPolicy
import TrustWire
import UntrustedInput

/// A signed policy slice of a server that does not exist, for tests and trials that open a whole shield and ask nothing
/// of anybody. The signing key is made for it and forgotten; nobody has the keys that it names.
///
/// Nothing here protects anything: an app must not accept it.
public struct OfflinePolicy: Sendable {
  /// The policy could not be written or signed.
  public enum Failure: Error, Sendable, Hashable { case couldNotMake }

  /// The slice as it is delivered.
  public let compact: String
  /// Of the key that signed it.
  public let signer: String

  /// - Parameters:
  ///   - name: the policy's name.
  ///   - change: what else it says; the rest is the default for the environment `dev`.
  public init(name: String, changing change: (inout Policy) -> Void = { _ in }) async throws(Failure) {
    let environment = EnvironmentRequirement(
      endpoint: "https://trust.test", pins: [UInt8(1), 2].map { Data(repeating: $0, count: 32).base64EncodedString() },
      anchors: [Self.anchor], tokenKeys: [Base64URL.encode([UInt8](repeating: 7, count: 32))],
      loginKey: Base64URL.encode(Self.frameOfRSAKey + [UInt8](repeating: 9, count: 275)))
    let key = P256.Signing.PrivateKey()
    let publicKey = DevicePublicKey(key.publicKey)
    var policy = Policy(name: name, environments: [.dev: environment])
    change(&policy)
    do {
      guard let slice = policy.slice(for: .dev) else { throw Failure.couldNotMake }
      compact = try await SignedMessage.compact(.policySlice, payload: slice.bytes, key: publicKey) {
        [UInt8](try key.signature(for: $0).rawRepresentation)
      }
    } catch {
      throw .couldNotMake
    }
    signer = publicKey.thumbprint
  }

  /// The frame of an RSA key of 2048 bits, with nothing in it: nobody signs in here.
  private static let frameOfRSAKey: [UInt8] = [
    0x30, 0x82, 1, 34, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
  ]

  /// Of a key that nobody has. Without an anchor every start would read all of the system's.
  private static let anchor = """
    MIIBdDCCARugAwIBAgIURvLl8a7RTG/Mg+A2U0BtGHX40PEwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEc29hazAgFw0yNjExMjEyMDA4\
    NDRaGA8yMTI2MTAyODIwMDg0NFowDzENMAsGA1UEAwwEc29hazBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABI2NZUHlrK8IgnkGn8Au\
    EWhXq2LsgkQn6wEIGEya2LUR71GDfPeIj+q6WjUAklPL/8EC+FAJNt7AemPDYacIzU6jUzBRMB0GA1UdDgQWBBQ4J6uOR0+epjMgcTp6\
    lIxF4Gi17zAfBgNVHSMEGDAWgBQ4J6uOR0+epjMgcTp6lIxF4Gi17zAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCICYa\
    ECA24aysHLBscINIIr4otWtfcyffxzvxHHirgc9sAiA/xm77UQU5LsupKDdj1DZ6ZMrpd4OYHPHWpgGNKijVvw==
    """
}
