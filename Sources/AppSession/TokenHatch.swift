import Synchronization
import TrustWire

/// Where a session's tokens are handed out without a turn of its actor.
///
/// The actor puts a ``TokenWindow`` here and takes it away in the very step that closes it. While a pair is renewed its
/// callers wait here, one short lock each; nobody is let through who the window does not let through.
final class TokenHatch: Sendable {
  typealias Outcome = Result<TokenPair, SessionError>

  /// How a renewal ended: one object for all who waited.
  final class Renewal: Sendable {
    let outcome: Outcome
    /// What was shown when it ended and held its pair; nil when that did not.
    fileprivate let showing: Int?
    /// How often the session had been erased when it ended.
    let erasures: Int

    fileprivate init(_ outcome: Outcome, showing: Int?, erasures: Int) {
      self.outcome = outcome
      self.showing = showing
      self.erasures = erasures
    }
  }

  enum Answer {
    /// Good for a while: take it.
    case current(TokenPair)
    /// About to end, and somebody renews it: wait.
    case renewing
    /// About to end: the caller has to see to it, and tell by ``release(_:_:)`` when it did.
    case yours(claim: Int)
    /// Only the session can tell.
    case unknown
  }

  private struct Line {
    var claim = 0
    var isOpen = false
    // The unchecked form: each is resumed once, where it is taken out of the line, and ten thousand may stand in it.
    var waiting: [UnsafeContinuation<Renewal?, Never>] = []

    mutating func close() -> [UnsafeContinuation<Renewal?, Never>] {
      defer { (isOpen, waiting) = (false, []) }
      return waiting
    }
  }

  private struct State {
    var window: TokenWindow?
    var app = Line()
    var user = Line()
  }

  private let state = Mutex(State())
  /// Counts what was shown, so that whoever waited sees without a lock that nothing was taken away since.
  private let shown = Atomic(0)

  func show(_ window: TokenWindow?) {
    // What is replaced is let go outside the lock.
    let old = state.withLock { state in
      let old = state.window
      state.window = window
      shown.add(1, ordering: .sequentiallyConsistent)
      return old
    }
    _ = consume old
  }

  func look(for kind: TokenKind, at now: ClockReading) -> Answer {
    state.withLock { state in
      guard let (pair, wall) = state.window?.pair(kind, at: now) else { return .unknown }
      guard pair.isStale(at: wall) else { return .current(pair) }
      return kind == .app ? Self.step(&state.app) : Self.step(&state.user)
    }
  }

  private static func step(_ line: inout Line) -> Answer {
    if line.isOpen { return .renewing }
    line.isOpen = true
    line.claim += 1
    return .yours(claim: line.claim)
  }

  /// What the renewal under way brings; nil when there is none, or when it ended without an answer.
  nonisolated(nonsending) func renewal(of kind: TokenKind) async -> Renewal? {
    await withUnsafeContinuation { continuation in
      let isWaiting = state.withLock { state in
        kind == .app ? Self.join(&state.app, continuation) : Self.join(&state.user, continuation)
      }
      if !isWaiting { continuation.resume(returning: nil) }
    }
  }

  private static func join(_ line: inout Line, _ continuation: UnsafeContinuation<Renewal?, Never>) -> Bool {
    guard line.isOpen else { return false }
    line.waiting.append(continuation)
    return true
  }

  /// Everybody who waits gets this.
  func finish(_ kind: TokenKind, _ outcome: Outcome, erasures: Int) {
    let (waiting, showing) = state.withLock { state in
      let showing = Self.holds(state, outcome, kind) ? shown.load(ordering: .sequentiallyConsistent) : nil
      return (kind == .app ? state.app.close() : state.user.close(), showing)
    }
    guard !waiting.isEmpty else { return }
    let renewal = Renewal(outcome, showing: showing, erasures: erasures)
    for continuation in waiting { continuation.resume(returning: renewal) }
  }

  /// The end of a claim. Whoever still waits has to ask the session.
  func release(_ kind: TokenKind, _ claim: Int) {
    let waiting = state.withLock { state in
      let line = kind == .app ? state.app : state.user
      guard line.isOpen, line.claim == claim else { return [UnsafeContinuation<Renewal?, Never>]() }
      return kind == .app ? state.app.close() : state.user.close()
    }
    for continuation in waiting { continuation.resume(returning: nil) }
  }

  /// What a renewal brought, when the session gives out this very pair now, as far as it has looked.
  func given(_ renewal: Renewal?, _ kind: TokenKind) -> TokenPair? {
    guard let renewal, case .success(let pair) = renewal.outcome else { return nil }
    let now = shown.load(ordering: .sequentiallyConsistent)
    let isHeld = renewal.showing == now || state.withLock { Self.holds($0, renewal.outcome, kind) }
    return isHeld ? pair : nil
  }

  private static func holds(_ state: borrowing State, _ outcome: Outcome, _ kind: TokenKind) -> Bool {
    guard case .success(let pair) = outcome else { return false }
    return (kind == .app ? state.window?.app : state.window?.user)?.access === pair.access
  }

  /// The pair, when it may be given out and is not over.
  func unexpired(_ kind: TokenKind, at now: ClockReading) -> TokenPair? {
    state.withLock { state in
      guard let (pair, wall) = state.window?.pair(kind, at: now), !pair.isExpired(at: wall) else { return nil }
      return pair
    }
  }
}
