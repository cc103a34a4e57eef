/// Which installation of the app this start belongs to.
public enum InstallationState: String, Sendable, Hashable, CaseIterable {
  /// Container and store are both new.
  case firstInstall
  /// Container and store belong together.
  case sameInstallation
  /// This installation, but one of its marks is missing: an older version wrote none, a wipe took the store's away, or
  /// a backup came back without the store. Nothing is removed; the mark is completed.
  case incompletelyMarked
  /// The store holds what another installation left: it is removed before anything reads it.
  case reinstalled
  /// The device is locked, so nobody knows yet. Ask again after the unlock; remove nothing, log nobody out.
  case undetermined

  /// The decision, as a pure function of what both places say.
  ///
  /// Locked, on either side, is never a reinstall. A container that is in use is never taken for a new one: only an
  /// empty container, or one with another mark than the store's, makes the store's content leftovers.
  public init(container: ContainerTrace, store: StoreTrace) {
    switch (container, store) {
    case (.locked, _), (_, .locked): self = .undetermined
    case (.empty, .readable(nil, false)): self = .firstInstall
    case (.empty, .readable): self = .reinstalled
    case (.unmarked, .readable), (.marked, .readable(nil, _)): self = .incompletelyMarked
    case (.marked(let mine), .readable(let stored?, _)): self = mine == stored ? .sameInstallation : .reinstalled
    }
  }
}
