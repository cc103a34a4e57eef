import AppSession
import SecurityTesting
import Testing
import TrustWire

/// What an app's own requests do when the device's clock is not what the session took it for.
@Suite(.timeLimit(.minutes(15))) struct CallTimeTests {
  private static let address = "https://trust.test/x"
  private static let refusal = SessionError.refused(RefusalBody(.invalidProof, .proofInvalid, "no"))

  /// A device whose clock was an hour ahead of the server's when somebody signed in, and has been put right since.
  private func corrected() async throws -> Stage {
    let stage = Stage()
    stage.ahead.change { $0 = -3600 }
    try await stage.logIn()
    stage.clock.setWall(stage.clock.reading.wall - 3600)
    stage.ahead.change { $0 = 0 }
    return stage
  }

  /// Whether a server whose clock is right takes the proof of this request.
  private static func isProven(_ headers: Session.Headers, at stage: Stage) -> Bool {
    func value(_ name: String) -> String { headers.first { $0.name == name }?.value ?? "" }
    let user = value("Authorization")
    let token = user.isEmpty ? value(TrustRoute.appTokenHeader) : String(user.dropFirst("DPoP ".count))
    let proof = try? ProofOfPossession.verify(
      value(TrustRoute.proofHeader), method: "GET", address: address, token: token, now: stage.clock.reading.wall)
    return proof != nil
  }

  /// A request whose proof the server refuses each time.
  ///
  /// - Parameter answer: what happens before each refusal is given out; is told how often it was sent so far, and when.
  /// - Returns: how often it was sent.
  private func refused(
    _ stage: Stage, _ answer: @escaping @Sendable (_ count: Int, _ began: Duration) async -> Void
  ) async -> Int {
    let sent = Shared(0)
    await #expect(throws: Self.refusal) {
      try await stage.session.authorized(method: "GET", address: Self.address) {
        _ throws(SessionError) -> Int in
        let began = stage.session.uptime
        sent.change { $0 += 1 }
        await answer(sent.value, began)
        throw Self.refusal
      }
    }
    return sent.value
  }

  @Test("A clock that was put right since the session learnt that it was wrong costs one repeated request, no renewal")
  func putRight() async throws {
    let stage = try await corrected()
    let asked = stage.server.asked.count
    let sent = Shared<[Bool]>([])
    for round in 1...2 {
      let answer = try await stage.session.authorized(method: "GET", address: Self.address) {
        headers throws(SessionError) -> Int in
        let began = stage.session.uptime
        let isGood = Self.isProven(headers, at: stage)
        sent.change { $0.append(isGood) }
        await stage.session.hear(AnswerHints(serverTime: stage.clock.reading.wall), sentAt: began)
        guard isGood else { throw Self.refusal }
        return round
      }
      #expect(answer == round)
    }
    #expect(sent.value == [false, true, true])
    #expect(stage.server.asked.count == asked)
    #expect(try await stage.session.state() == .active)
  }

  @Test(
    "An answer that was long on its way, that tells no time, or that no pin judged, has no proof made anew",
    arguments: ["late", "untimed", "unjudged"])
  func untold(how: String) async throws {
    let stage = try await corrected()
    let sent = await refused(stage) { _, began in
      if how == "late" { stage.clock.advance(by: .seconds(61)) }
      let hints = AnswerHints(serverTime: how == "untimed" ? nil : stage.clock.reading.wall)
      if how == "unjudged" {
        await stage.session.hear(hints)
      } else {
        await stage.session.hear(hints, sentAt: began)
      }
    }
    #expect(sent == 1)
  }

  @Test("A server that refuses every proof is asked once more by another time, and never twice")
  func noLoop() async throws {
    let stage = try await Stage.loggedIn()
    // The time that is told agrees with ours, then it is another one each time.
    for (hours, count) in [(Int64(0), 1), (1, 2)] {
      let sent = await refused(stage) { number, began in
        let time = stage.clock.reading.wall + hours * 3600 * Int64(number)
        await stage.session.hear(AnswerHints(serverTime: time), sentAt: began)
      }
      #expect(sent == count)
    }
  }

  @Test("The time of an answer that refused no proof is not believed: what comes from a cache may be old")
  func cached() async throws {
    let stage = try await Stage.loggedIn()
    for _ in 0..<2 {
      let isGood = try await stage.session.authorized(method: "GET", address: Self.address) {
        headers throws(SessionError) -> Bool in
        let time = stage.clock.reading.wall - 7200
        await stage.session.hear(AnswerHints(serverTime: time), sentAt: stage.session.uptime)
        return Self.isProven(headers, at: stage)
      }
      #expect(isGood)
    }
  }

  @Test("The time of an earlier answer does not count for a proof that was refused later")
  func earlier() async throws {
    let stage = try await Stage.loggedIn()
    let time = stage.clock.reading.wall - 7200
    await stage.session.hear(AnswerHints(serverTime: time), sentAt: stage.session.uptime)
    stage.clock.advance(by: .seconds(1))
    let sent = await refused(stage) { _, _ in }
    #expect(sent == 1)
  }

  @Test("Of many requests that were sent with an old time each is sent once more, whoever of them learns the new one")
  func together() async throws {
    let stage = try await corrected()
    let (count, sent) = (8, Shared(0))
    let callers = (0..<count).map { number in
      Task {
        try await stage.session.authorized(method: "GET", address: Self.address) {
          headers throws(SessionError) -> Int in
          let began = stage.session.uptime
          let isGood = Self.isProven(headers, at: stage)
          sent.change { $0 += 1 }
          // No answer comes before all were sent.
          while sent.value < count { await Task.yield() }
          await stage.session.hear(AnswerHints(serverTime: stage.clock.reading.wall), sentAt: began)
          guard isGood else { throw Self.refusal }
          return number
        }
      }
    }
    for (number, caller) in callers.enumerated() { #expect(try await caller.value == number) }
    #expect(sent.value == 2 * count)
  }

  @Test("A request of the installation is sent once more for the nonce and once more for the time")
  func installation() async throws {
    let stage = try await corrected()
    let sent = Shared(0)
    let isGood = try await stage.session.authorizedApp(method: "GET", address: Self.address) {
      headers throws(SessionError) -> Bool in
      let began = stage.session.uptime
      sent.change { $0 += 1 }
      if sent.value == 1 {
        await stage.session.hear(AnswerHints(nonce: "n-1"), sentAt: began)
        throw .refused(RefusalBody(.useNonce, .nonceNeeded, "no"))
      }
      await stage.session.hear(AnswerHints(serverTime: stage.clock.reading.wall), sentAt: began)
      if sent.value == 2 { throw Self.refusal }
      return Self.isProven(headers, at: stage)
    }
    #expect(isGood && sent.value == 3)
    let refusals = Shared(0)
    await #expect(throws: Self.refusal) {
      try await stage.session.authorizedApp(method: "GET", address: Self.address) {
        _ throws(SessionError) -> Bool in
        refusals.change { $0 += 1 }
        let time = stage.clock.reading.wall + 3600 * Int64(refusals.value)
        await stage.session.hear(AnswerHints(serverTime: time), sentAt: stage.session.uptime)
        throw Self.refusal
      }
    }
    #expect(refusals.value == 2)
  }
}
