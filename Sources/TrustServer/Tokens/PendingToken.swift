#if Server
  import Dispatch
  import Synchronization

  /// An access token that is signed while the store writes and syncs what it stands for.
  ///
  /// Begun by a transaction's body once it has decided, so that nobody who is refused costs a signature. Whoever holds it
  /// gives nothing out before the commit is acknowledged; a failed commit, or one that is tried again, drops it: one
  /// signature at most for each try of a transaction.
  ///
  /// Signed on threads of their own, as many as there are processors. Those of Swift's tasks are as many, but the one that
  /// begins a signature would take it up itself, on the processor that it has just promised to the store.
  final class PendingToken: Sendable {
    private static let signers = DispatchQueue(
      label: "mantlet.signatures", qos: .userInitiated, attributes: .concurrent)

    private enum State {
      case signing([CheckedContinuation<Result<String, Refusal>, Never>])
      case done(Result<String, Refusal>)
    }

    private let state = Mutex(State.signing([]))

    init(_ sign: @escaping @Sendable () throws(Refusal) -> String) {
      Self.signers.async { [self] in finish(Result(catching: sign)) }
    }

    private func finish(_ result: Result<String, Refusal>) {
      let waiting = state.withLock { state in
        guard case .signing(let waiting) = state else { return [CheckedContinuation<Result<String, Refusal>, Never>]() }
        state = .done(result)
        return waiting
      }
      for continuation in waiting { continuation.resume(returning: result) }
    }

    /// - Throws: a refusal with 500 when the key could not sign. What was committed meanwhile stays: a refresh is asked
    ///   again and leads to the same successor; a report or a login is made again.
    var text: String {
      get async throws(Refusal) {
        let result = await withCheckedContinuation { continuation in
          let result: Result<String, Refusal>? = state.withLock { state in
            switch state {
            case .signing(let waiting):
              state = .signing(waiting + [continuation])
              return nil
            case .done(let result): return result
            }
          }
          if let result { continuation.resume(returning: result) }
        }
        return try result.get()
      }
    }
  }
#endif
