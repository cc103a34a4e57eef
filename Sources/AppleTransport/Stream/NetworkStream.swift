import Dispatch
import Foundation
import Network
public import NetworkTrust
import Synchronization

/// A long-lived TLS stream over `NWConnection`. ``NetworkStreamOpener`` opens it.
///
/// An end without the server's notice is ``NetworkTrust/NetworkError/closed`` where the system tells the two apart; an end
/// that comes with an error, or after one, is that error.
public final class NetworkStream: ByteStream {
  private struct State {
    /// Set when the connection is up or will never be.
    var outcome: Result<Void, NetworkError>?
    var starter: CheckedContinuation<Result<Void, NetworkError>, Never>?
    var end: NetworkError?
    /// Why it ended by us: what arrived before is not handed out any more.
    var closing: NetworkError?
    var isReading = false
    /// What arrived for a read that was cancelled: the next one gets it.
    var kept: [UInt8] = []
    var isAtEnd = false
    var isReceiving = false
    var reader: CheckedContinuation<Void, Never>?
  }

  private let connection: HeldConnection
  private let queue: DispatchQueue
  let verdict: HandshakeVerdict
  private let showsIdentity: Bool
  private let timeout: Duration
  private let state = Mutex(State())

  init(
    _ connection: NWConnection, queue: DispatchQueue, verdict: HandshakeVerdict, showsIdentity: Bool,
    timeout: Duration
  ) {
    self.connection = HeldConnection(connection)
    self.queue = queue
    self.verdict = verdict
    self.showsIdentity = showsIdentity
    self.timeout = timeout
  }

  deinit { connection.value.cancel() }

  func start() async throws(NetworkError) {
    connection.value.stateUpdateHandler = { [weak self] in self?.changed(to: $0) }
    connection.value.start(queue: queue)
    queue.asyncAfter(deadline: .now() + timeout.seconds) { [weak self] in self?.settle(.failure(.timeout)) }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { starter in
        let known = state.withLock { state in
          if state.outcome == nil { state.starter = starter }
          return state.outcome
        }
        if let known { starter.resume(returning: known) }
      }
    } onCancel: {
      settle(.failure(.cancelled))
    }
    if case .failure(let error) = outcome {
      connection.value.cancel()
      throw verdict.refusal ?? error
    }
  }

  private func changed(to state: NWConnection.State) {
    switch state {
    case .ready: settle(.success(()))
    // Waiting would mean to try again whenever the network changes: the caller decides about that.
    case .waiting(let error), .failed(let error): finish(NetworkError(error, shown: verdict.shown(showsIdentity)))
    case .cancelled: finish(.closed)
    default: break
    }
  }

  private func settle(_ outcome: Result<Void, NetworkError>) {
    let starter = state.withLock { state -> CheckedContinuation<Result<Void, NetworkError>, Never>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      defer { state.starter = nil }
      return state.starter
    }
    starter?.resume(returning: outcome)
  }

  private func finish(_ reason: NetworkError) {
    settle(.failure(reason))
    let reader = state.withLock { state in
      if state.end == nil { state.end = reason }
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  public func read(upTo limit: Int) async throws(NetworkError) -> [UInt8]? {
    guard limit > 0 else { throw .invalidRequest }
    let isFree = state.withLock { state in
      defer { state.isReading = true }
      return !state.isReading
    }
    guard isFree else { throw .busy(limit: 1) }
    defer { state.withLock { $0.isReading = false } }
    while true {
      if Task.isCancelled { throw .cancelled }
      let found = state.withLock { state -> Result<[UInt8]?, NetworkError>? in
        if let closing = state.closing { return .failure(closing) }
        if !state.kept.isEmpty {
          let part = Array(state.kept.prefix(limit))
          state.kept.removeFirst(part.count)
          return .success(part)
        }
        if state.isAtEnd { return .success(nil) }
        return state.end.map { .failure($0) }
      }
      if let found { return try found.get() }
      receive(limit)
      await withTaskCancellationHandler {
        await withCheckedContinuation { reader in
          let isThere = state.withLock { state in
            let isThere = !state.isReceiving || state.end != nil || Task.isCancelled
            if !isThere { state.reader = reader }
            return isThere
          }
          if isThere { reader.resume() }
        }
      } onCancel: {
        wakeReader()
      }
    }
  }

  /// At most one call of the system's at a time: one that a cancelled read left behind brings what the next one wants.
  private func receive(_ limit: Int) {
    let mayBegin = state.withLock { state in
      defer { state.isReceiving = true }
      return !state.isReceiving
    }
    guard mayBegin else { return }
    connection.value.receive(minimumIncompleteLength: 1, maximumLength: limit) { [weak self] data, _, isLast, error in
      self?.took(data, isLast, error)
    }
  }

  private func took(_ data: Data?, _ isLast: Bool, _ error: NWError?) {
    state.withLock { state in
      state.isReceiving = false
      if let data, state.closing == nil { state.kept.append(contentsOf: data) }
      if let error, state.end == nil { state.end = NetworkError(error, shown: verdict.shown(showsIdentity)) }
      // The system also says that nothing more comes when something went wrong: what is cut short has no orderly end.
      if isLast, error == nil, state.end == nil { state.isAtEnd = true }
    }
    wakeReader()
  }

  private func wakeReader() {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  public func write(_ bytes: [UInt8]) async throws(NetworkError) {
    if let end = state.withLock({ $0.end }) { throw end }
    guard !bytes.isEmpty else { return }
    let done = WriteOutcome()
    connection.value.send(
      content: Data(bytes),
      completion: .contentProcessed { [verdict, showsIdentity] error in
        done.settle(error.map { NetworkError($0, shown: verdict.shown(showsIdentity)) })
      })
    let timer = DispatchWorkItem { done.settle(.timeout) }
    defer { timer.cancel() }
    queue.asyncAfter(deadline: .now() + timeout.seconds, execute: timer)
    let error = await withTaskCancellationHandler {
      await done.value()
    } onCancel: {
      done.settle(.cancelled)
    }
    guard let error else { return }
    // Nobody knows how much of it left.
    finish(.closed)
    connection.value.cancel()
    throw error
  }

  public func close() async { end(.closed) }

  /// Ends it at once: what was not read is gone.
  func end(_ reason: NetworkError) {
    state.withLock { state in
      if state.closing == nil { state.closing = reason }
      state.kept = []
    }
    finish(reason)
    connection.value.cancel()
  }
}

/// The connection, for the closures that reach it.
private struct HeldConnection: @unchecked Sendable {
  // @unchecked: a connection's methods may be called from every thread.
  let value: NWConnection

  init(_ value: NWConnection) { self.value = value }
}
