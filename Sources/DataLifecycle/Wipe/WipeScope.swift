/// Why the data goes, which decides what may stay.
public enum WipeScope: String, Sendable, Hashable, CaseIterable {
  /// The user logs out: nothing stays.
  case logout
  /// The app finds itself installed anew over leftovers: the PIN's attempt counter stays, or reinstalling would give
  /// whoever guesses a PIN new attempts. What an app group shares stays too: its other apps may still use it.
  case reinstall
  /// Another account takes over: nothing of the first stays.
  case accountSwitch

  /// The scope that covers both: two different reasons at once leave nothing.
  func joined(_ other: WipeScope) -> WipeScope { self == other ? self : .logout }

  /// Whether a wipe of this scope may leave something of that kind for that reason.
  func allows(_ reason: WipeRemnant.KeepReason, of kind: UserDataKind) -> Bool {
    switch reason {
    case .attemptCounter: self == .reinstall && kind == .pin  // O.Pass_5#80
    case .siblingApps: self == .reinstall && kind == .appGroupContainers
    }
  }
}
