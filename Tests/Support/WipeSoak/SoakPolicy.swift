#if os(Linux) && Records && LinuxClient
  import Crypto
  import DataLifecycle
  import Foundation
  import Mantlet
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// The shield as an app on Linux opens it, under a policy that nobody enforces over the network here.
  enum SoakPolicy {
    /// What the app itself gives the wipe to take: a tree with a key file.
    static let ownFolder = "documents"

    static func shield(in folder: String) async throws -> Shield {
      let own = FolderWipe(
        name: WipeTargetName(constant: "documents"), kind: .appGroupContainers, folder: folder + "/" + ownFolder,
        keyFiles: ["key"])
      return try await Shield.linux(
        policy: try await policy(), app: AppIdentity(identifier: "org.example", version: "1"), folder: folder,
        wipeTargets: [own])
    }

    /// Of a key that nobody has: nothing is ever asked of it. Without one every start would read all of the system's.
    private static let anchor = """
      MIIBdDCCARugAwIBAgIURvLl8a7RTG/Mg+A2U0BtGHX40PEwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEc29hazAgFw0yNjExMjEyMDA4\
      NDRaGA8yMTI2MTAyODIwMDg0NFowDzENMAsGA1UEAwwEc29hazBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABI2NZUHlrK8IgnkGn8Au\
      EWhXq2LsgkQn6wEIGEya2LUR71GDfPeIj+q6WjUAklPL/8EC+FAJNt7AemPDYacIzU6jUzBRMB0GA1UdDgQWBBQ4J6uOR0+epjMgcTp6\
      lIxF4Gi17zAfBgNVHSMEGDAWgBQ4J6uOR0+epjMgcTp6lIxF4Gi17zAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCICYa\
      ECA24aysHLBscINIIr4otWtfcyffxzvxHHirgc9sAiA/xm77UQU5LsupKDdj1DZ6ZMrpd4OYHPHWpgGNKijVvw==
      """

    private static func policy() async throws -> DevicePolicy {
      let pins = [UInt8(1), 2].map { Data(repeating: $0, count: 32).base64EncodedString() }
      let environment = EnvironmentRequirement(
        endpoint: "https://trust.test", pins: pins, anchors: [anchor],
        tokenKeys: [Base64URL.encode([UInt8](repeating: 7, count: 32))],
        // The frame of an RSA key and nothing in it: nobody signs in here.
        loginKey: Base64URL.encode(
          [0x30, 0x82, 1, 34, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]
            + [UInt8](repeating: 9, count: 275)))
      guard let slice = Policy(name: "soak", environments: [.dev: environment]).slice(for: .dev) else {
        throw PolicyError.notCanonical
      }
      let key = P256.Signing.PrivateKey()
      let signer = DevicePublicKey(key.publicKey)
      let compact = try await SignedMessage.compact(.policySlice, payload: slice.bytes, key: signer) {
        [UInt8](try key.signature(for: $0).rawRepresentation)
      }
      return try DevicePolicy(verifying: compact, signedBy: signer.thumbprint)
    }
  }
#endif
