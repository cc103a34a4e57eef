#if Server
  /// An access token that is signed while the store writes and syncs what it stands for.
  ///
  /// Begun by a transaction's body once it has decided, so that nobody who is refused costs a signature. Whoever holds it
  /// gives nothing out before the commit is acknowledged; a failed commit, or one that is tried again, drops it. Signed on
  /// the threads of Swift's own pool, as many as there are processors: one signature at most for each try of a
  /// transaction.
  struct PendingToken: Sendable {
    private let task: Task<Result<String, Refusal>, Never>

    init(_ sign: @escaping @Sendable () throws(Refusal) -> String) {
      task = Task {
        do throws(Refusal) { return .success(try sign()) } catch { return .failure(error) }
      }
    }

    /// - Throws: a refusal with 500 when the key could not sign. What was committed meanwhile stays: a refresh is asked
    ///   again and leads to the same successor; a report or a login is made again.
    var text: String {
      get async throws(Refusal) { try await task.value.get() }
    }
  }
#endif
