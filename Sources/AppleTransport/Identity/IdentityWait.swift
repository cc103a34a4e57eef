import NetworkTrust
import Synchronization

/// The wait for what a source of identities answers: no longer than a request may take, nor than its task lives. A key's
/// owner may have to be asked, and a source need not hear of a cancellation.
///
/// Not protected: a source that hears of none goes on unheard, and what it shows to the owner stays until it ends.
enum IdentityWait {
  /// What came first.
  private final class First<Value: Sendable>: Sendable {
    private typealias State = (answer: Result<Value, NetworkError>?, waiter: CheckedContinuation<Void, Never>?)
    private let state = Mutex<State>((nil, nil))

    func give(_ answer: Result<Value, NetworkError>) {
      let waiter = state.withLock { state in
        state.answer = state.answer ?? answer
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume()
    }

    func answer() async -> Result<Value, NetworkError> {
      await withCheckedContinuation { waiter in
        let isThere = state.withLock { state in
          if state.answer == nil { state.waiter = waiter }
          return state.answer != nil
        }
        if isThere { waiter.resume() }
      }
      return state.withLock { $0.answer } ?? .failure(.cancelled)
    }
  }

  /// - Throws: ``NetworkTrust/NetworkError/identity(_:)``, ``NetworkTrust/NetworkError/timeout``,
  ///   ``NetworkTrust/NetworkError/cancelled``.
  static func answer<Value: Sendable>(
    until deadline: ContinuousClock.Instant, _ ask: @escaping @Sendable () async throws(IdentityError) -> Value
  ) async throws(NetworkError) -> Value {
    let first = First<Value>()
    let asking = Task {
      do throws(IdentityError) { first.give(.success(try await ask())) } catch {
        first.give(.failure(.identity(error)))
      }
    }
    let timer = Task {
      do { try await Task.sleep(until: deadline) } catch { return }
      first.give(.failure(.timeout))
    }
    let answer = await withTaskCancellationHandler {
      await first.answer()
    } onCancel: {
      first.give(.failure(.cancelled))
    }
    asking.cancel()
    timer.cancel()
    return try answer.get()
  }
}
