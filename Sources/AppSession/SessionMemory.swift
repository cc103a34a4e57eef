import TrustWire

/// What a ``SessionMachine`` remembers, also over a launch.
public struct SessionMemory: Sendable, Hashable {
  public var state: SessionState = .signedOut
  /// The last touch of the person.
  public var lastUse: ClockReading?
  public var backgroundSince: ClockReading?
  public var loggedInAt: ClockReading?
  /// When the UserToken's refresh token ends, seconds since 1970.
  public var refreshEndsAt: Int64?
  /// When the server ends the session whatever happens, seconds since 1970.
  public var sessionEndsAt: Int64?
  /// The server's newest word on the time; it outlives the session.
  public var serverTime: ServerTime?
  /// Refusals of the person's token in a row.
  public var failures = 0
  /// Refusals of the installation's token in a row.
  public var appFailures = 0
  /// The last decision about the device; it outlives a login.
  public var standing: SessionDecision = .goOn

  /// Nobody signed in, nothing known.
  public init() {}

  subscript(failuresOf kind: TokenKind) -> Int {
    get { kind == .app ? appFailures : failures }
    set { if kind == .app { appFailures = newValue } else { failures = newValue } }
  }
}
