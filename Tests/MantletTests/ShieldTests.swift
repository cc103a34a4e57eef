import AppSession
import Mantlet
import Redaction
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct ShieldTests {
  private func loggedIn() async throws -> Stage {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    return stage
  }

  @Test("Enrolling sends one signed report that names the slice and the server's challenge")
  func enroll() async throws {
    let stage = try await Stage()
    #expect(try await stage.shield.enroll() == .unattested)
    #expect(stage.requests(.challenge).map(\.request.path) == [ChallengePurpose.report.target])
    let asked = stage.requests(.token)
    #expect(asked.count == 1)
    let form = try FormBody(reading: try #require(asked.first).body)
    let message = try SignedMessage(verifying: try #require(form["report"]), as: .report)
    let report = try SecurityReport(reading: message.payload)
    #expect(message.key == stage.shield.key.publicKey)
    #expect(report.policyDigest == (try testSlice().digest))
    #expect(report.challenge == TinyServer.challenge)
    #expect(report.isDebugged == .yes && report.isRooted == .undetermined)
    #expect(report.date == 1_800_000_000)
  }

  @Test("A refusal surfaces the server's decision code")
  func refusal() async throws {
    let stage = try await Stage()
    let body = RefusalBody(.accessDenied, .deviceRefused, code: .rejectedBecauseRooted, "no")
    stage.server.state.withLock { $0.refusal = body }
    let error = try await #require(throws: ShieldError.self) { try await stage.shield.enroll() }
    #expect(error == .session(.refused(body)))
    #expect("\(error)".contains("rejectedBecauseRooted"))
  }

  @Test("Only what the server accepted is marked as synced, until all is")
  func synchronize() async throws {
    let stage = try await loggedIn()
    for number in 1...5 { try await stage.shield.keep(kind: "sleep", payload: "{\"n\":\(number)}") }
    stage.server.state.withLock { $0.acceptedPerUpload = 2 }
    #expect(try await stage.shield.synchronize() == 5)
    #expect(stage.requests(.records).count == 3)
    #expect(stage.server.state.withLock { Set($0.stored).count } == 5)
    #expect(await stage.records.pending(limit: 9).isEmpty)
    #expect(try await stage.shield.recordCount(kind: "sleep") == 5)
  }

  @Test("A server that accepts nothing is asked once, and nothing is marked")
  func nothingAccepted() async throws {
    let stage = try await loggedIn()
    try await stage.shield.keep(kind: "sleep", payload: "{}")
    stage.server.state.withLock { $0.acceptedPerUpload = 0 }
    #expect(try await stage.shield.synchronize() == 0)
    #expect(stage.requests(.records).count == 1)
    #expect(await stage.records.pending(limit: 9).count == 1)
  }

  @Test("An expired token leads to one refresh of each token and one more attempt")
  func expired() async throws {
    let stage = try await loggedIn()
    try await stage.shield.keep(kind: "sleep", payload: "{}")
    stage.server.state.withLock { $0.expiredUploads = 1 }
    #expect(try await stage.shield.synchronize() == 1)
    #expect(stage.requests(.records).count == 2)
    #expect(stage.requests(.token).count == 4)
    stage.device.clock.advance(by: .seconds(10))
    stage.server.state.withLock { $0.expiredUploads = 9 }
    try await stage.shield.keep(kind: "sleep", payload: "{}")
    await #expect(throws: ShieldError.self) { try await stage.shield.synchronize() }
    #expect(stage.requests(.records).count == 4)
    #expect(stage.requests(.token).count == 6)
  }

  @Test("Offline, nothing is lost, and it goes out when the server is back")
  func offline() async throws {
    let stage = try await loggedIn()
    try await stage.shield.keep(kind: "sleep", payload: "{}")
    stage.server.state.withLock { $0.isOffline = true }
    await #expect(throws: ShieldError.session(.unreachable)) { try await stage.shield.synchronize() }
    #expect(await stage.records.pending(limit: 9).count == 1)
    stage.server.state.withLock { $0.isOffline = false }
    #expect(try await stage.shield.synchronize() == 1)
  }

  @Test("No thrown error shows a token, a password or a record")
  func errors() async throws {
    let stage = try await loggedIn()
    try await stage.shield.keep(kind: "sleep", payload: "{\"note\":\"horse-4711\"}")
    stage.server.state.withLock {
      $0.expiredUploads = 9
      $0.refusal = RefusalBody(.invalidGrant, .tokenReused, "no")
    }
    var errors: [any Error] = []
    do { try await stage.shield.synchronize() } catch { errors.append(error) }
    do {
      try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    } catch { errors.append(error) }
    do { try await stage.shield.enroll() } catch { errors.append(error) }
    #expect(errors.count == 3)
    for error in errors {
      var text = "\(error) \(String(reflecting: error))"
      dump(error, to: &text)
      #expect(!text.contains("4711"))
    }
  }
}
