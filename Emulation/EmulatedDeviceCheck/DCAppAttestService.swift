import Crypto
public import Foundation

/// Follows Apple: a key id is the base64 of the digest of a public key; an unknown key is `invalidKey`, and so is one
/// that is attested for the second time, or that signs before it was attested. What it gives is no attestation.
open class DCAppAttestService: NSObject {
  public static var shared: DCAppAttestService { DCAppAttestService() }

  open var isSupported: Bool { EmulatedAttester.current.isSupported }

  open func generateKey() async throws -> String {
    try EmulatedAttester.current.answer { state in
      let key = P256.Signing.PrivateKey()
      let id = Data(SHA256.hash(data: key.publicKey.x963Representation)).base64EncodedString()
      state.keys[id] = false
      return id
    }
  }

  open func attestKey(_ keyId: String, clientDataHash: Data) async throws -> Data {
    try EmulatedAttester.current.answer { state in
      guard state.keys[keyId] == false else { throw DCError(.invalidKey) }
      state.keys[keyId] = true
      return Data("attested ".utf8) + clientDataHash
    }
  }

  open func generateAssertion(_ keyId: String, clientDataHash: Data) async throws -> Data {
    try EmulatedAttester.current.answer { state in
      guard state.keys[keyId] == true else { throw DCError(.invalidKey) }
      state.assertions += 1
      return Data("asserted \(state.assertions) ".utf8) + clientDataHash
    }
  }
}
