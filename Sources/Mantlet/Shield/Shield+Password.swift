import AppSession
import DataLifecycle
import HTTPTypes
import Redaction
import SecurityPolicy
import TrustWire
import UntrustedInput

extension Shield {
  /// Changes the password of the signed-in person. Both passwords leave the device encrypted to the environment's login
  /// key, with a fresh challenge and the device key inside; under TLS alone where the policy asks for no more. Nothing of
  /// them is kept. The person stays signed in here; their other sessions end.
  ///
  /// A new password that breaks ``PasswordRules``, or what the policy asks beside them, is refused before anything is sent. A wrong current one is refused by
  /// the server, counts as a wrong login there, and ends nothing here. After `unreachable` it is not known whether the
  /// change happened: one of the two passwords is in force.
  ///
  /// - Returns: how many other sessions ended; nil when the server did not say.
  /// - Throws: ``ShieldError/passwordRefused(_:)``; ``ShieldError/session(_:)`` `refused`, `notLoggedIn`, `locked`,
  ///   `ended`, `busy`, `unreachable`, `untrustedServer`, `loginKeyUnusable`; ``ShieldError/lifecycle(_:)`` while a wipe
  ///   is pending.
  @discardableResult
  public func changePassword(  // O.Pass_3#220
    current: borrowing Secret, new: borrowing Secret
  ) async throws(ShieldError) -> Int64? {
    try await requireReadable()
    try await admit()
    guard let generation = gate.current else { throw .lifecycle(.wipePending) }
    let name: String?
    do throws(SessionError) {
      guard try await session.isLoggedIn() else { throw .notLoggedIn }
      name = try await session.accountName()
    } catch {
      throw .session(error)
    }
    if let flaw = PasswordRules.flaw(in: new, user: name, by: slice.session.password) { throw .passwordRefused(flaw) }
    if new.isEqual(to: current) { throw .passwordRefused(.unchanged) }
    do throws(SessionError) {
      let form = try await passwordForm(current: current, new: new)
      let address = client.endpoint + TrustRoute.password.rawValue
      let answer = try await session.authorized(method: "POST", address: address) {
        [gate, client, session] headers throws(SessionError) in
        guard gate.current == generation, !Task.isCancelled else { throw .ended(.loggedOut) }
        let sent = session.uptime
        let answer = try await client.send(
          .post, .password, headers: headers + [("Content-Type", "application/x-www-form-urlencoded")],
          body: form.bytes)
        await session.hear(answer.hints, sentAt: sent)
        return try answer.body()
      }
      return (try? JSONReader(maximumBytes: 4 << 10, maximumDepth: 4).read(answer))?["ended"]?.integer
    } catch {
      throw .session(error)
    }
  }

  private func passwordForm(
    current: borrowing Secret, new: borrowing Secret
  ) async throws(SessionError) -> FormBody {
    switch slice.session.loginEncryption {
    case .transport:
      return FormBody([
        "current_password": current.withExposedBytes { String(decoding: $0, as: UTF8.self) },
        "new_password": new.withExposedBytes { String(decoding: $0, as: UTF8.self) },
      ])
    case .required:
      let challenge = try await client.challenge(for: .password).challenge
      do throws(WireError) {
        return FormBody([
          "credential": try PasswordChange.seal(
            current: current, new: new, challenge: challenge, device: key.publicKey,
            loginKey: (try? Base64URL.decode(slice.connection.loginKey)) ?? [])
        ])
      } catch {
        throw .loginKeyUnusable
      }
    }
  }
}
