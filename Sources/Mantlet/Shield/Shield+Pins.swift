import AppSession
import HTTPTypes
import NetworkTrust
import SecurityPolicy
import TrustWire

/// The pins of this app over time.
extension Shield {
  /// Asks the server for the newest signed pin update and obeys it: from the next handshake on its keys count beside the
  /// built-in ones, and a key that it withdraws does not any more: connections under that end. The server is only where it
  /// lies; the policy's offline key is what it must be signed with. It is asked for at each start, too, before a request
  /// that comes after the kept one has ended, which waits for the answer, at most ten seconds, and beside one that comes a
  /// day after the last answer. The one that is kept is obeyed whatever becomes of the question; where it could not be read
  /// at the start, from the first request on that comes when it can.
  ///
  /// - Returns: whether there was an update to obey; one that is obeyed already counts, and interrupts nothing.
  /// - Throws: ``ShieldError/pinsRefused(_:)``: the pins before it stay in force; ``ShieldError/session(_:)``
  ///   `unreachable`, `untrustedServer`, `busy`, `refused`, `unreadableAnswer`; ``ShieldError/network(_:)``.
  @discardableResult
  public func updatePins() async throws(ShieldError) -> Bool {  // O.Ntwk_4#601
    guard let upkeep = adapters.pinUpkeep else { return false }
    return try await upkeep.update(over: client, at: now())
  }

  /// Tells the server what other servers, or somebody in between, showed instead of pinned keys: hosts, digests of keys
  /// and counts, with the token of the installation and never that of the person. At most once an hour; what does not
  /// arrive, or is taken over a path without a pinned key, stays queued. While one call is on its way another tells nothing.
  ///
  /// - Returns: how many kinds of failures were told.
  /// - Throws: ``ShieldError/session(_:)`` `notEnrolled`, `locked`, `ended`, `refused`, `unreachable`, `busy`.
  @discardableResult
  public func reportPinFailures() async throws(ShieldError) -> Int {
    guard let upkeep = adapters.pinUpkeep else { return 0 }
    do throws(SessionError) {
      return try await upkeep.failures.tell(at: now()) { [self] batch async throws(SessionError) -> Verdict in
        try await tell(batch)
      }
    } catch {
      throw .session(error)
    }
  }

  private func tell(_ batch: PinFailureBatch) async throws(SessionError) -> Verdict {
    let address = client.endpoint + TrustRoute.pinFailures.rawValue
    return try await session.authorizedApp(method: "POST", address: address) {
      [client, session] headers throws(SessionError) in
      let sent = session.uptime
      return try await client.report(batch, headers: headers) { await session.hear($0, sentAt: sent) }
    }
  }

  /// What can be done about pins at a start, in nobody's way: what fails now is tried at the next one.
  func tendPins() {
    guard adapters.pinUpkeep != nil else { return }
    Task { [self] in
      _ = try? await updatePins()
      _ = try? await reportPinFailures()
    }
  }
}

extension TrustClient {
  /// The newest signed pin update; nil when the server has none (404).
  /// - Throws: ``SessionError``, also for every other refusal.
  func pins() async throws(SessionError) -> String? {
    let answer = try await send(.get, .pins)
    if answer.status == 404 { return nil }
    return String(decoding: try answer.body(), as: UTF8.self)
  }

  /// - Returns: whether the path of the answer held a pinned key.
  func report(
    _ batch: PinFailureBatch, headers: Session.Headers, heard: (AnswerHints) async -> Void
  ) async throws(SessionError) -> Verdict {
    let answer = try await send(.post, .pinFailures, headers: headers, body: batch.bytes)
    await heard(answer.hints)
    _ = try answer.body()
    return answer.pinMatch
  }
}
