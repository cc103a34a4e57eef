import AppIntegrity
import SecurityTesting
import Testing

/// Breaks one promise at a time.
private struct BrokenService: AppAttesting {
  enum Lie: CaseIterable { case unsupported, sameKey, attestsAgain, signsUnattested, sameAnswer, anyHash, usesUp }

  let inner = InsecureAppAttest()
  let lie: Lie

  var isSupported: Bool { lie != .unsupported }

  func generateKey() async throws(AppAttestFailure) -> String {
    let key = try await inner.generateKey()
    return lie == .sameKey ? String(repeating: "B", count: 44) : key
  }

  func attest(keyID: String, clientDataHash: [UInt8]) async throws(AppAttestFailure) -> [UInt8] {
    if lie == .anyHash { return try await inner.attest(keyID: keyID, clientDataHash: [UInt8](repeating: 1, count: 32)) }
    do throws(AppAttestFailure) { return try await inner.attest(keyID: keyID, clientDataHash: clientDataHash) } catch {
      if lie == .attestsAgain, error == .invalidKey { return [1] }
      if lie == .usesUp, error == .invalidInput {
        _ = try await inner.attest(keyID: keyID, clientDataHash: [UInt8](repeating: 1, count: 32))
      }
      throw error
    }
  }

  func assertion(keyID: String, clientDataHash: [UInt8]) async throws(AppAttestFailure) -> [UInt8] {
    do throws(AppAttestFailure) {
      let bytes = try await inner.assertion(keyID: keyID, clientDataHash: clientDataHash)
      return lie == .sameAnswer ? [1] : bytes
    } catch {
      if lie == .signsUnattested, error == .invalidKey { return clientDataHash }
      throw error
    }
  }
}

@Suite struct AppAttestingConformanceTests {
  @Test("The twin keeps every claim")
  func twin() async {
    #expect(await AppAttestingConformance.brokenClaims { InsecureAppAttest() } == [])
  }

  @Test("A service that breaks a promise is told which", arguments: BrokenService.Lie.allCases)
  private func broken(lie: BrokenService.Lie) async {
    #expect(await !AppAttestingConformance.brokenClaims { BrokenService(lie: lie) }.isEmpty)
  }
}
