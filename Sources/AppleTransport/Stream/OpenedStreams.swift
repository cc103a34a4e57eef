import NetworkTrust
import Synchronization

/// The streams of one opener that are open, and by whose judgement the next ones are.
final class OpenedStreams: Sendable {
  private struct Opened {
    weak var stream: NetworkStream?
  }

  private struct State {
    var judge: ServerJudge
    var streams: [Opened] = []
  }

  private let state: Mutex<State>

  init(_ judge: ServerJudge) { state = Mutex(State(judge: judge)) }

  var judge: ServerJudge { state.withLock { $0.judge } }

  /// - Throws: ``NetworkTrust/NetworkError/pinMismatch`` when the server's key was withdrawn during the handshake.
  func add(_ stream: NetworkStream) throws(NetworkError) {
    let isWithdrawn = state.withLock { state in
      state.streams.removeAll { $0.stream == nil }
      state.streams.append(Opened(stream: stream))
      return stream.verdict.proof.map(state.judge.pinning.withdraws) ?? true
    }
    guard isWithdrawn else { return }
    stream.end(.pinMismatch)
    throw .pinMismatch
  }

  /// Ends the streams whose server's key is withdrawn. O.Ntwk_4#971
  func adopt(_ judge: ServerJudge) {
    let streams = state.withLock { state in
      state.judge = judge
      return state.streams.compactMap(\.stream)
    }
    for stream in streams where stream.verdict.proof.map(judge.pinning.withdraws) ?? true { stream.end(.pinMismatch) }
  }
}
