import Foundation
import SealedRecords
import SecurityTesting
import Testing

/// Loses every change.
private struct ForgetfulRecords: RecordStore {
  func apply(_ changes: [RecordChange]) async throws(RecordError) {}
  func read(_ id: UUID) async throws(RecordError) -> SealedRecord? { nil }
  func list(_ kind: RecordKind, in range: Range<Date>?) async throws(RecordError) -> [SealedRecord] { [] }
  func pending(limit: Int) async throws(RecordError) -> [PendingRecord] { [] }
}

@Suite struct RecordStoreConformanceTests {
  @Test("The in-memory store keeps every claim")
  func inMemory() async { #expect(await RecordStoreConformance.brokenClaims { InMemoryRecords() } == []) }

  @Test("A store that forgets breaks all claims but that of the empty store")
  func forgetful() async {
    let broken = await RecordStoreConformance.brokenClaims { ForgetfulRecords() }
    #expect(broken.count == 17)
    #expect(!broken.contains { $0.hasPrefix("an empty store") })
  }
}
