import DataLifecycle
import SecurityTesting
import Testing

/// Breaks one promise at a time.
private struct BrokenTarget: WipeTarget {
  enum Lie { case finds, keepsKey, keepsItems, throwsTheSecondTime }

  let inner: InMemoryWipeTarget
  let lie: Lie

  var name: WipeTargetName { inner.name }
  var kind: UserDataKind { inner.kind }

  func destroyKeys(_ scope: WipeScope) {
    if lie != .keepsKey { inner.destroyKeys(scope) }
  }

  func erase(_ scope: WipeScope) throws(LifecycleError) {
    if lie == .throwsTheSecondTime, inner.items == 0 { throw .absent }
    if lie != .keepsItems { inner.erase(scope) }
  }

  func remains(_ scope: WipeScope) -> [WipeRemnant] {
    lie == .finds ? [] : inner.remains(scope)
  }
}

@Suite struct WipeTargetConformanceTests {
  @Test("The twin keeps every claim")
  func twin() async throws {
    let name = try #require(WipeTargetName("a"))
    #expect(await WipeTargetConformance.brokenClaims { InMemoryWipeTarget(name: name, kind: .records) } == [])
  }

  @Test(
    "A target that breaks a promise is told which",
    arguments: [BrokenTarget.Lie.finds, .keepsKey, .keepsItems, .throwsTheSecondTime])
  private func broken(lie: BrokenTarget.Lie) async throws {
    let name = try #require(WipeTargetName("a"))
    let broken = await WipeTargetConformance.brokenClaims {
      BrokenTarget(inner: InMemoryWipeTarget(name: name, kind: .records), lie: lie)
    }
    #expect(!broken.isEmpty)
  }
}
