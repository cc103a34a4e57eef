import Crypto
import Foundation
import NetworkTrust
import Redaction
import SecurityTesting
import Synchronization
import Testing

@Suite("An identity that is read once") struct KnownIdentityTests {
  /// Counts its readings, and can be changed while one is under way.
  private final class Store: ClientIdentitySource {
    struct State {
      var answer: Result<ClientIdentity?, IdentityError> = .success(nil)
      var readings = 0
      var interlude: (@Sendable () -> Void)?
    }
    let state = Mutex(State())

    var readings: Int { state.withLock { $0.readings } }
    func say(_ answer: Result<ClientIdentity?, IdentityError>) { state.withLock { $0.answer = answer } }

    func identity() async throws(IdentityError) -> ClientIdentity? {
      let (answer, interlude) = state.withLock { state in
        state.readings += 1
        defer { state.interlude = nil }
        return (state.answer, state.interlude)
      }
      interlude?()
      return try answer.get()
    }
  }

  private func identity() throws -> ClientIdentity {
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let authority = try TestAuthority(name: "clients", notBefore: start, notAfter: start + 86_400)
    let made = try authority.issue(.init(notBefore: start, notAfter: start + 86_400))
    let key = try P256.Signing.PrivateKey(pemRepresentation: made.privateKeyPEM)
    return try ClientIdentity(
      certificates: [made.certificateDER],
      key: .exportable(try PrivateKeyDER(reading: Secret(copying: Array(key.derRepresentation)))))
  }

  @Test("The store is read once, also where it holds none, and again after it was said to have changed")
  func once() async throws {
    let store = Store()
    let known = KnownIdentity(store)
    for _ in 0..<3 { #expect(try await known.identity() == nil) }
    #expect(store.readings == 1)
    let first = try identity()
    store.say(.success(first))
    known.forget()
    for _ in 0..<3 { #expect(try await known.identity() == first) }
    #expect(store.readings == 2)
    store.say(.success(nil))
    known.forget()
    #expect(try await known.identity() == nil)
  }

  @Test("What was read before a change is not answered after it, however long the reading took")
  func underWay() async throws {
    let (store, before, after) = (Store(), try identity(), try identity())
    let known = KnownIdentity(store)
    store.state.withLock { state in
      state.answer = .success(before)
      state.interlude = {
        store.say(.success(after))
        known.forget()
      }
    }
    #expect(try await known.identity() == after)
    #expect(try await known.identity() == after)
    #expect(store.readings == 2)
  }

  @Test("An error is told and not kept")
  func errors() async throws {
    let store = Store()
    let known = KnownIdentity(store)
    store.say(.failure(.locked))
    await #expect(throws: IdentityError.locked) { try await known.identity() }
    store.say(.success(nil))
    #expect(try await known.identity() == nil)
  }
}
