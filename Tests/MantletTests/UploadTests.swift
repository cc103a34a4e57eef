import Foundation
import Mantlet
import Redaction
import SealedRecords
import SecurityTesting
import Synchronization
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct UploadTests {
  private func loggedIn() async throws -> Stage {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    return stage
  }

  private func large(_ bytes: Int) -> String { "\"" + String(repeating: "y", count: bytes) + "\"" }

  @Test("Records that are too large for one message go out in several, each of which can be read")
  func split() async throws {
    let stage = try await loggedIn()
    for _ in 0..<40 { try await stage.shield.keep(kind: "sleep", payload: large(20_000)) }
    #expect(try await stage.shield.synchronize() == 40)
    let bodies = stage.requests(.records).map(\.body)
    #expect(bodies.count == 4)
    for body in bodies { #expect(body.count <= wireByteLimit) }
    #expect(try bodies.reduce(0) { $0 + (try RecordBatch(reading: $1)).entries.count } == 40)
    #expect(await stage.records.pending(limit: 99).isEmpty)
  }

  @Test("A record that no upload can carry is refused before it is kept")
  func refused() async throws {
    let stage = try await loggedIn()
    for payload in [large(wireByteLimit), "\"a\u{0}b\""] {
      let error = await #expect(throws: ShieldError.self) {
        try await stage.shield.keep(kind: "sleep", payload: payload)
      }
      guard case .unsendable? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(try await stage.shield.recordCount(kind: "sleep") == 0)
  }

  @Test("One that was kept all the same holds up no other record, and is reported each time")
  func heldUp() async throws {
    let stage = try await loggedIn()
    let kind = try #require(RecordKind("sleep"))
    try await stage.records.apply([
      .insert(
        SealedRecord(
          id: UUID(), kind: kind, createdAt: Date(timeIntervalSince1970: 1), payload: Array(large(300_000).utf8)))
    ])
    for number in 1...3 { try await stage.shield.keep(kind: "sleep", payload: "\(number)") }
    for _ in 0..<2 {
      let error = await #expect(throws: ShieldError.self) { try await stage.shield.synchronize() }
      guard case .unsendable(.recordTooLarge)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(await stage.records.pending(limit: 9).count == 1)
    }
    #expect(stage.requests(.records).count == 1)
  }

  @Test("Two calls at once send each record once, one upload after the other")
  func together() async throws {
    let stage = try await loggedIn()
    for number in 1...30 { try await stage.shield.keep(kind: "sleep", payload: "\(number)") }
    stage.server.state.withLock { $0.acceptedPerUpload = 10 }
    let shield = stage.shield
    let sent = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { try await shield.synchronize() } }
      return try await group.reduce(0, +)
    }
    #expect(sent == 30)
    #expect(stage.server.state.withLock { $0.stored }.count == 30)
    #expect(stage.requests(.records).count == 3)
  }

  @Test("A cancelled upload ends, and the next one goes on")
  func cancelled() async throws {
    let stage = try await loggedIn()
    try await stage.shield.keep(kind: "sleep", payload: "1")
    let shield = stage.shield
    let task = Task { try await shield.synchronize() }
    task.cancel()
    _ = await task.result
    _ = try await stage.shield.synchronize()
    #expect(await stage.records.pending(limit: 9).isEmpty)
  }
}
