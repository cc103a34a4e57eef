#if Server
  import Crypto
  import Foundation
  import SecurityPolicy
  import TrustServer
  import TrustWire

  /// The server of one state directory: its policy in force, its keys, its database.
  struct ServerSetup {
    let state: StateDirectory
    let policy: Policy
    let slice: PolicySlice
    let signedSlice: String
    let signer: String
    let port: Int

    /// - Parameter port: where it will listen; the policy's endpoint is told so.
    init(state: StateDirectory, port: Int) async throws {
      var policy = try PolicyFile.read(state.policyPath)
      guard var dev = policy.environments[.dev] else {
        throw ExitStatus.stop("\(state.policyPath) has no environment dev", ExitStatus.unreadable)
      }
      dev.endpoint = "https://127.0.0.1:\(port)"
      policy.environments[.dev] = dev
      guard let slice = policy.slice(for: .dev) else {
        throw ExitStatus.stop("\(state.policyPath) has no environment dev", ExitStatus.unreadable)
      }
      let key = try state.authority.policySigningKey()
      self.state = state
      self.policy = policy
      self.slice = slice
      self.port = port
      signedSlice = try await PolicySliceCommand.sign(slice, with: key)
      signer = DevicePublicKey(key.publicKey).thumbprint
    }

    /// Where the device finds its slice.
    var slicePath: String { state.devicePath + "/slice.jws" }

    func writeSlice() throws { try StateFile.write(Array(signedSlice.utf8), to: slicePath) }
  }
#endif
