/// What stands at the start of the app: the way to the data, or a wipe to finish first.
public enum WipeOpening: Sendable {
  /// No wipe is pending.
  case clear(ReadAccess)
  /// A wipe was cut off; there is no access to user data before it is finished.
  case pending(PendingWipe)
}
