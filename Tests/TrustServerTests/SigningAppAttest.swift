import AppIntegrity
import AttestationSamples
import Crypto
import Foundation
import Synchronization

/// Apple's service of a device whose evidence an authority of this run signs: it keeps the rules of the real one, and a
/// verifier that trusts the authority believes it.
final class SigningAppAttest: AppAttesting {
  private struct Key {
    let key: P256.Signing.PrivateKey
    var isAttested = false
    var counter: UInt8 = 0
  }

  private struct State {
    var keys: [String: Key] = [:]
    /// A copy of the device signs with counters that this one has used.
    var isCloned = false
  }

  private let authority: TestAppAttest
  private let state = Mutex(State())

  init(_ authority: TestAppAttest) { self.authority = authority }

  var isSupported: Bool { true }
  var keys: Int { state.withLock { $0.keys.count } }

  /// The device was restored: nothing knows the keys any more.
  func loseKeys() { state.withLock { $0.keys = [:] } }
  func beCloned() { state.withLock { $0.isCloned = true } }

  func generateKey() async throws(AppAttestFailure) -> String {
    let key = P256.Signing.PrivateKey()
    let id = Data(SHA256.hash(data: key.publicKey.x963Representation)).base64EncodedString()
    state.withLock { $0.keys[id] = Key(key: key) }
    return id
  }

  func attest(keyID: String, clientDataHash: [UInt8]) async throws(AppAttestFailure) -> [UInt8] {
    guard clientDataHash.count == 32 else { throw .invalidInput }
    let key = state.withLock { state -> P256.Signing.PrivateKey? in
      guard let key = state.keys[keyID], !key.isAttested else { return nil }
      state.keys[keyID]?.isAttested = true
      return key.key
    }
    guard let key else { throw .invalidKey }
    var sample = authority
    sample.key = key
    sample.clientDataHash = clientDataHash
    do { return try sample.object() } catch { throw .unknownSystemFailure }
  }

  func assertion(keyID: String, clientDataHash: [UInt8]) async throws(AppAttestFailure) -> [UInt8] {
    guard clientDataHash.count == 32 else { throw .invalidInput }
    let used = state.withLock { state -> (P256.Signing.PrivateKey, UInt8)? in
      guard var key = state.keys[keyID], key.isAttested else { return nil }
      if !state.isCloned || key.counter == 0 { key.counter += 1 }
      state.keys[keyID] = key
      return (key.key, key.counter)
    }
    guard let (key, counter) = used else { throw .invalidKey }
    var sample = authority
    sample.key = key
    do { return try sample.assertion(over: clientDataHash, counter: counter) } catch { throw .unknownSystemFailure }
  }
}
