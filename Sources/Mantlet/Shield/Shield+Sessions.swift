import AppSession
import DataLifecycle
import HTTPTypes
import TrustWire
import UntrustedInput

/// The signed-in person's sessions, on this device and on others.
extension Shield {
  /// The person's sessions that live, the newest first, as the server knows them: what a screen "signed in on" shows. A
  /// session says which device it is on by some letters of its key alone; names of devices are not known here.
  ///
  /// - Throws: ``ShieldError/session(_:)`` `notLoggedIn`, `locked`, `ended`, `refused`, `busy`, `unreachable`,
  ///   `untrustedServer`, `unreadableAnswer`; ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func sessions() async throws(ShieldError) -> [SessionList.Entry] {
    let answer = try await askSessions(.get, nil)
    do { return try SessionList(reading: answer).entries } catch { throw .session(.unreadableAnswer(error)) }
  }

  /// Ends one of the person's sessions at the server: on another device at once for every request, there noticed at the
  /// next one. What is kept on that device stays until it notices. This device's own session is left by ``logOut()``: ended
  /// by this, it is over with the next request, and what is kept here stays.
  ///
  /// - Parameter id: as ``sessions()`` gives it.
  /// - Returns: false when the person has no such session, or it was over.
  /// - Throws: as ``sessions()``.
  @discardableResult
  public func endSession(_ id: String) async throws(ShieldError) -> Bool { try await end(.one(id)) > 0 }

  /// Ends all sessions of the person but this one.
  ///
  /// - Returns: how many ended.
  /// - Throws: as ``sessions()``.
  @discardableResult
  public func endOtherSessions() async throws(ShieldError) -> Int64 { try await end(.others) }

  private func end(_ choice: SessionChoice) async throws(ShieldError) -> Int64 {
    let answer = try await askSessions(.post, choice.form)
    let node: JSONNode
    do { node = try JSONReader(maximumBytes: 4 << 10, maximumDepth: 4).read(answer) } catch {
      throw .session(.unreadableAnswer(.unreadable(error)))
    }
    guard let ended = node["ended"]?.integer else { throw .session(.unreadableAnswer(.missing(member: "ended"))) }
    return ended
  }

  // O.Auth_14#220
  private func askSessions(_ method: HTTPRequest.Method, _ form: FormBody?) async throws(ShieldError) -> [UInt8] {
    try await requireReadable()
    try await admit()
    guard let generation = gate.current else { throw .lifecycle(.wipePending) }
    do throws(SessionError) {
      guard try await session.isLoggedIn() else { throw .notLoggedIn }
      let address = client.endpoint + TrustRoute.sessions.rawValue
      let fields = form == nil ? [] : [("Content-Type", "application/x-www-form-urlencoded")]
      return try await session.authorized(method: method.rawValue, address: address) {
        [gate, client, session] headers throws(SessionError) in
        guard gate.current == generation, !Task.isCancelled else { throw .ended(.loggedOut) }
        let sent = session.uptime
        let answer = try await client.send(method, .sessions, headers: headers + fields, body: form?.bytes ?? [])
        await session.hear(answer.hints, sentAt: sent)
        return try answer.body()
      }
    } catch {
      throw .session(error)
    }
  }
}
