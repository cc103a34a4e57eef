#if Server
  import Crypto
  import Foundation
  import SecurityPolicy
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// The server of one state directory: its policy in force, its keys, its database.
  struct ServerSetup {
    let state: StateDirectory
    let policy: Policy
    let slice: PolicySlice
    let signedSlice: String
    let signer: String
    let port: Int
    /// What tokens and proofs name.
    let issuer: String

    /// - Parameter port: where it will listen; the policy's endpoint is told so.
    init(state: StateDirectory, port: Int, insecure: ServerPlan.Insecure = .init()) async throws {
      var policy = try PolicyFile.read(state.policyPath)
      guard var dev = policy.environments[.dev] else {
        throw ExitStatus.stop("\(state.policyPath) has no environment dev", ExitStatus.unreadable)
      }
      dev.endpoint = "https://127.0.0.1:\(port)"
      policy.environments[.dev] = dev
      if insecure.http, !Self.saysBinding(state.policyPath) { policy.session.tokenBinding = .optional }
      guard let slice = policy.slice(for: .dev) else {
        throw ExitStatus.stop("\(state.policyPath) has no environment dev", ExitStatus.unreadable)
      }
      let key = try state.authority.policySigningKey()
      self.state = state
      self.policy = policy
      self.slice = slice
      self.port = port
      issuer = insecure.http ? "http://127.0.0.1:\(port)" : dev.endpoint
      signedSlice = try await PolicySliceCommand.sign(slice, with: key)
      signer = DevicePublicKey(key.publicKey).thumbprint
    }

    /// A word of the policy's author is never overruled.
    private static func saysBinding(_ path: String) -> Bool {
      guard let data = FileManager.default.contents(atPath: path),
        let node = try? JSONReader(allowsComments: true).read(data)
      else { return true }
      return node["session"]?["tokenBinding"] != nil
    }

    /// Where the device finds its slice.
    var slicePath: String { state.slicePath }

    func writeSlice() throws { try StateFile.write(Array(signedSlice.utf8), to: slicePath) }
  }
#endif
