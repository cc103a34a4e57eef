import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing

/// Breaks one promise at a time.
private struct BrokenStream: ByteStream {
  enum Lie: CaseIterable { case ignoresCancellation, readsMore, mixesUp, staysOpen, readsNothing }

  let inner = InMemoryByteStream(echoes: true)
  let lie: Lie

  func read(upTo limit: Int) async throws(NetworkError) -> [UInt8]? {
    if lie == .readsNothing, limit == 0 { return [] }
    let most = lie == .readsMore && limit > 0 ? limit + 8 : limit
    guard lie == .ignoresCancellation else { return try await inner.read(upTo: most) }
    // A task of its own knows nothing of the caller's cancellation.
    return try await Task { [inner] () -> Result<[UInt8]?, NetworkError> in
      do throws(NetworkError) { return .success(try await inner.read(upTo: most)) } catch { return .failure(error) }
    }.value.get()
  }

  func write(_ bytes: [UInt8]) async throws(NetworkError) {
    var bytes = bytes
    if lie == .mixesUp, bytes.count > 1000 { bytes.swapAt(0, 1) }
    try await inner.write(bytes)
  }

  func close() async {
    if lie == .staysOpen { inner.receive([0]) } else { await inner.close() }
  }
}

@Suite(.timeLimit(.minutes(15))) struct ByteStreamConformanceTests {
  private static let claims: [BrokenStream.Lie: String] = [
    .ignoresCancellation: "A cancelled read leaves the stream and its bytes",
    .readsMore: "A read takes no more than it asks for",
    .mixesUp: "Bytes come back whole and in order",
    .staysOpen: "After closing, reads and writes fail",
    .readsNothing: "A read of nothing is refused",
  ]

  @Test("A stream that breaks a promise fails that claim and no other", arguments: BrokenStream.Lie.allCases)
  private func broken(lie: BrokenStream.Lie) async throws {
    let verdicts = await ByteStreamConformance.check(patience: .milliseconds(20)) { () throws(NetworkError) in
      BrokenStream(lie: lie)
    }
    let failed = verdicts.filter { $0.value != .holds }.map(\.key)
    #expect(failed == [try #require(Self.claims[lie])])
  }
}
