public import AppIntegrity
import Crypto
import Foundation
import Synchronization

/// App Attest without Apple: keys in memory that keep the service's rules (a key is attested once, and signs only after
/// that), and the failures that a test asks for. Its objects are no CBOR and convince no server.
public final class InsecureAppAttest: AppAttesting {
  /// What the service was asked.
  public enum Call: Sendable, Hashable {
    case generateKey(made: String)
    case attest(keyID: String, clientDataHash: [UInt8])
    case assertion(keyID: String, clientDataHash: [UInt8])
  }

  private struct State {
    var isSupported = true
    /// By their ids: whether they were attested.
    var keys: [String: Bool] = [:]
    var calls: [Call] = []
    var failures: [AppAttestFailure] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var isSupported: Bool {
    get { state.withLock { $0.isSupported } }
    set { state.withLock { $0.isSupported = newValue } }
  }

  /// What was asked and answered, failures left out.
  public var calls: [Call] { state.withLock { $0.calls } }

  /// The next calls fail, one with each of these.
  public func fail(with failures: [AppAttestFailure]) { state.withLock { $0.failures += failures } }

  /// The device was restored: nothing knows the keys any more.
  public func loseKeys() { state.withLock { $0.keys = [:] } }

  public func generateKey() async throws(AppAttestFailure) -> String {
    try answer { state in
      let id = Data(SHA256.hash(data: Data("key \(state.calls.count)".utf8))).base64EncodedString()
      state.keys[id] = false
      state.calls.append(.generateKey(made: id))
      return .success(id)
    }
  }

  public func attest(keyID: String, clientDataHash: [UInt8]) async throws(AppAttestFailure) -> [UInt8] {
    try answer { state in
      guard clientDataHash.count == 32 else { return .failure(.invalidInput) }
      guard state.keys[keyID] == false else { return .failure(.invalidKey) }
      state.keys[keyID] = true
      state.calls.append(.attest(keyID: keyID, clientDataHash: clientDataHash))
      return .success(Array("attestation \(keyID) ".utf8) + clientDataHash)
    }
  }

  public func assertion(keyID: String, clientDataHash: [UInt8]) async throws(AppAttestFailure) -> [UInt8] {
    try answer { state in
      guard clientDataHash.count == 32 else { return .failure(.invalidInput) }
      guard state.keys[keyID] == true else { return .failure(.invalidKey) }
      state.calls.append(.assertion(keyID: keyID, clientDataHash: clientDataHash))
      return .success(Array("assertion \(keyID) ".utf8) + clientDataHash)
    }
  }

  private func answer<Value: Sendable>(
    _ body: (inout State) -> Result<Value, AppAttestFailure>
  ) throws(AppAttestFailure) -> Value {
    let result = state.withLock { state -> Result<Value, AppAttestFailure> in
      guard state.isSupported else { return .failure(.featureUnsupported) }
      guard state.failures.isEmpty else { return .failure(state.failures.removeFirst()) }
      return body(&state)
    }
    return try result.get()
  }
}
