import Redaction
import TrustWire

/// Enrolment and login in one call, with one error.
extension Shield {
  /// Reports this device and signs a person in: what ``enroll()`` and ``logIn(user:password:)`` do. The app's watch is
  /// asked once, for both.
  ///
  /// - Returns: how far the server believes this device.
  /// - Throws: ``AuthenticationError/securityInsufficient(_:)`` with every reason of the server, or of the watch's check,
  ///   the primary one first;
  ///   ``AuthenticationError/failed(_:_:)`` with a flat code and the wrapped error for everything else.
  @discardableResult
  public func authenticate(
    user: String, password: borrowing Secret
  ) async throws(AuthenticationError) -> TrustTier {
    do throws(ShieldError) {
      let admission = try await askWatch()
      let tier = try await enroll(after: admission)
      try await signIn(user: user, password: password, after: admission)
      return tier
    } catch {
      throw AuthenticationError(error)
    }
  }
}
