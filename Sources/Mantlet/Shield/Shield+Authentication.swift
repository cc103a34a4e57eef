import Redaction
import TrustWire

/// Enrolment and login in one call, with one error.
extension Shield {
  /// Reports this device and signs a person in: what ``enroll()`` and ``logIn(user:password:)`` do.
  ///
  /// - Returns: how far the server believes this device.
  /// - Throws: ``AuthenticationError/securityInsufficient(_:)`` with every reason of the server, the primary one first;
  ///   ``AuthenticationError/failed(_:_:)`` with a flat code and the wrapped error for everything else.
  @discardableResult
  public func authenticate(
    user: String, password: borrowing Secret
  ) async throws(AuthenticationError) -> TrustTier {
    do throws(ShieldError) {
      let tier = try await enroll()
      try await logIn(user: user, password: password)
      return tier
    } catch {
      throw AuthenticationError(error)
    }
  }
}
