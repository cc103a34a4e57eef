/// Apple's App Attest service, as far as a report needs it.
///
/// An adapter translates and decides nothing; what is asked in which order is ``AppAttestMachine``'s.
/// Source: https://developer.apple.com/documentation/devicecheck/dcappattestservice
public protocol AppAttesting: Sendable {
  /// False on simulators, in most extensions, and on devices without it: a fact about the device, and no accusation.
  var isSupported: Bool { get }
  /// Makes a key in the Secure Enclave.
  ///
  /// - Returns: its id: base64 of the SHA-256 of its public key, 44 characters. Nothing else finds the key again.
  func generateKey() async throws(AppAttestFailure) -> String
  /// Apple's word for a key that was made here and was not attested before: a CBOR object.
  ///
  /// - Parameter clientDataHash: 32 bytes.
  func attest(keyID: String, clientDataHash: [UInt8]) async throws(AppAttestFailure) -> [UInt8]
  /// A signature by an attested key: a CBOR object.
  ///
  /// - Parameter clientDataHash: 32 bytes.
  func assertion(keyID: String, clientDataHash: [UInt8]) async throws(AppAttestFailure) -> [UInt8]
}
