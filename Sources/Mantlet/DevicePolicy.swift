import SecurityPolicy
import TrustWire

/// The policy slice that a device obeys, once its signature was found to be the policy owner's.
///
/// Protects against a slice that somebody else wrote; an old one of the owner's is still a genuine one: the server
/// refuses digests that it no longer knows. There is no way to make one from an unsigned slice.
public struct DevicePolicy: Sendable, Hashable {
  public let slice: PolicySlice

  /// - Parameter signer: the RFC 7638 thumbprint of the policy key, compiled into the app.
  /// - Throws: ``ShieldError/policyUntrusted`` for a foreign or broken signature, `policyUnreadable` for the rest.
  public init(verifying compact: some StringProtocol, signedBy signer: String) throws(ShieldError) {
    let message: SignedMessage
    do {
      message = try SignedMessage(verifying: compact, as: .policySlice)
    } catch {
      throw .policyUntrusted
    }
    guard message.key.thumbprint == signer else { throw .policyUntrusted }
    do {
      slice = try PolicySlice(reading: message.payload)
    } catch {
      throw .policyUnreadable(error)
    }
  }
}
