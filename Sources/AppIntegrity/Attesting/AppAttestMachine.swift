import TrustWire

/// What is asked of App Attest for the next report: pure, so every state can be tested against every event.
///
/// One key for an installation and the person who uses it; who signs in after another person gets a new one. It is
/// stored before it is attested, and signs only after the server accepted it. A key that the service or the server does
/// not know any more is attested again, which the service answers with `invalidKey` for a key that it attested before;
/// only that answer (or `invalidInput`) makes a new one: at most ``keysPerDay``, and after two in a row with a pause.
/// When the service does not answer, the same key waits. A key that was attested, and whose answer from the server never
/// came, does not count: a network that drops answers locks nobody out. Then the pauses alone bound the keys, which is
/// about ten in the first day and four in each later one.
///
/// Apple asks for the same hash as well when a failed attestation is tried again. Here the hash covers a challenge that
/// is good once and a report that has to be fresh, so a later try has another one; the price is paid in Apple's risk
/// metric and not in safety.
/// Source: runtime facts of DCAppAttestService; https://developer.apple.com/documentation/devicecheck/
public struct AppAttestMachine: Sendable, Hashable {
  /// What to do before a report is signed.
  public enum Step: Sendable, Hashable {
    /// Make a key, store the state that ``keyMade(_:at:)`` leaves, and ask again.
    case makeKey
    case attest(keyID: String)
    case assert(keyID: String)
    /// No evidence now. The claim is `unsupported`, or nil: the report says nothing about evidence.
    case goWithout(AttestationClaim?)
  }

  /// Keys in any 24 hours, without those whose attestation was sent and never answered.
  public static let keysPerDay = 3
  /// The first and the longest pause after a failure, in seconds.
  public static let pauses: ClosedRange<Int64> = 60...(6 * 3600)
  private static let day: Int64 = 24 * 3600

  public private(set) var state: AppAttestState

  public init(_ state: AppAttestState) { self.state = state }

  /// What the next report can carry. Changes the state when another person uses the installation now.
  ///
  /// - Parameters:
  ///   - person: under which name the data of whoever is signed in lies here; nil for nobody, who uses whatever key
  ///     there is.
  ///   - now: seconds since 1970.
  public mutating func next(isSupported: Bool, person: String?, at now: Int64) -> Step {
    let now = Self.bounded(now)
    if let person {
      let tag = state.tag(person)
      if let before = state.person, before != tag { forget() }
      state.person = tag
    }
    guard isSupported else { return .goWithout(.unsupported) }
    // A pause that a clock set back makes longer than any pause is over.
    if let until = state.restsUntil, now < until, until - now <= Self.pauses.upperBound { return .goWithout(nil) }
    switch state.stage {
    case .accepted(let keyID): return .assert(keyID: keyID)
    case .made(let keyID): return .attest(keyID: keyID)
    case .none:
      state.made.removeAll { abs($0 - now) >= Self.day }
      return state.made.count < Self.keysPerDay ? .makeKey : .goWithout(nil)
    }
  }

  /// A key was made; store the state before it is used.
  public mutating func keyMade(_ keyID: String, at now: Int64) {
    state.stage = .made(keyID: keyID)
    state.isUnanswered = false
    state.made.append(Self.bounded(now))
    if state.made.count > AppAttestState.mostMade { state.made.removeFirst() }
  }

  /// The service attested the key, and its evidence goes to the server now.
  public mutating func attested(keyID: String) {
    guard state.stage == .made(keyID: keyID) else { return }
    state.isUnanswered = true
  }

  /// The service, or the store, failed.
  public mutating func failed(_ failure: AppAttestFailure, at now: Int64) {
    switch failure {
    case .featureUnsupported: return
    case .invalidKey, .invalidInput:
      // Its making is the last one that was noted.
      if state.isUnanswered, !state.made.isEmpty { state.made.removeLast() }
      state.isUnanswered = false
      state.stage = .none
      // A single lost key is replaced at once; a device on which every key is invalid is left alone for a while.
      if state.failures > 0 { rest(from: now) }
    case .serverUnavailable, .unknownSystemFailure, .other: rest(from: now)
    }
    countFailure()
  }

  /// The server accepted a report with evidence by this key.
  public mutating func accepted(keyID: String) {
    guard state.keyID == keyID else { return }
    state.stage = .accepted(keyID: keyID)
    state.isUnanswered = false
    (state.failures, state.restsUntil) = (0, nil)
  }

  /// The server did not accept evidence by this key: it signs no more before an attestation of it is accepted.
  public mutating func refused(keyID: String, at now: Int64) {
    guard state.keyID == keyID else { return }
    if case .made = state.stage {
      rest(from: now)
      countFailure()
    }
    state.isUnanswered = false
    state.stage = .made(keyID: keyID)
  }

  private mutating func forget() {
    (state.stage, state.failures, state.restsUntil, state.isUnanswered) = (.none, 0, nil, false)
  }

  private mutating func countFailure() { state.failures = min(state.failures + 1, AppAttestState.mostFailures) }

  private mutating func rest(from now: Int64) {
    let doubled = Self.pauses.lowerBound << Int64(min(state.failures, 10))
    state.restsUntil = Self.bounded(now) + min(doubled, Self.pauses.upperBound)
  }

  /// A moment that can be stored and counted with, whatever the clock says.
  private static func bounded(_ now: Int64) -> Int64 {
    min(max(now, AppAttestState.times.lowerBound), AppAttestState.times.upperBound - pauses.upperBound)
  }
}
