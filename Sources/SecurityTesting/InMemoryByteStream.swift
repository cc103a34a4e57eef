import NetworkTrust
import Synchronization

/// A stream without a network: what is written comes back from ``written``, and a test says what the server sends.
public final class InMemoryByteStream: ByteStream {
  private struct State {
    var incoming: [UInt8] = []
    var written: [UInt8] = []
    var end: Result<Void, NetworkError>?
    var reader: (number: Int, limit: Int, continuation: CheckedContinuation<Result<[UInt8]?, NetworkError>, Never>)?
    var reads = 0
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())
  private let echoes: Bool

  /// - Parameter echoes: the server sends back what it gets.
  public init(echoes: Bool = false) { self.echoes = echoes }

  /// All bytes written so far.
  public var written: [UInt8] { state.withLock { $0.written } }

  /// The server sends these bytes.
  public func receive(_ bytes: [UInt8]) { change { $0.incoming += bytes } }

  /// The server says goodbye; with a reason, the connection breaks instead.
  public func end(_ reason: NetworkError? = nil) {
    change { $0.end = $0.end ?? (reason.map { .failure($0) } ?? .success(())) }
  }

  public func read(upTo limit: Int) async throws(NetworkError) -> [UInt8]? {
    guard limit > 0 else { throw .invalidRequest }
    let number = state.withLock { state in
      state.reads += 1
      return state.reads
    }
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let refusal: NetworkError? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return .cancelled }
          if state.reader != nil { return .busy(limit: 1) }
          state.reader = (number, limit, continuation)
          return nil
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) } else { change { _ in } }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        guard state.reader?.number == number else {
          state.cancelled.insert(number)
          return nil as CheckedContinuation<Result<[UInt8]?, NetworkError>, Never>?
        }
        defer { state.reader = nil }
        return state.reader?.continuation
      }
      waiting?.resume(returning: .failure(.cancelled))
    }.get()
  }

  public func write(_ bytes: [UInt8]) async throws(NetworkError) {
    let reason: NetworkError? = state.withLock { state in
      if Task.isCancelled { state.end = state.end ?? .failure(.closed) }
      switch state.end {
      case .failure(let reason): return Task.isCancelled ? .cancelled : reason
      case .success: return .closed
      case nil: break
      }
      state.written += bytes
      return nil
    }
    if let reason { throw reason }
    if echoes { receive(bytes) }
  }

  public func close() async { end(.closed) }

  private func change(_ body: (inout State) -> Void) {
    let served: (CheckedContinuation<Result<[UInt8]?, NetworkError>, Never>, Result<[UInt8]?, NetworkError>)? =
      state.withLock { state in
        body(&state)
        guard let reader = state.reader else { return nil }
        if !state.incoming.isEmpty {
          let bytes = Array(state.incoming.prefix(reader.limit))
          state.incoming.removeFirst(bytes.count)
          state.reader = nil
          return (reader.continuation, .success(bytes))
        }
        guard let end = state.end else { return nil }
        state.reader = nil
        return (reader.continuation, end.map { nil })
      }
    if let (continuation, result) = served { continuation.resume(returning: result) }
  }
}
