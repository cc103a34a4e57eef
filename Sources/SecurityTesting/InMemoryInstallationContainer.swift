public import SecretStorage

/// The in-memory twin of an app's container, as far as the installation marker is concerned.
public actor InMemoryInstallationContainer: InstallationContainer {
  private var now: ContainerTrace
  private var failure: StorageError?

  /// Begins with this trace; an empty container unless told otherwise.
  public init(_ trace: ContainerTrace = .empty) { now = trace }

  /// Sets what the container says.
  public func set(_ trace: ContainerTrace) { now = trace }

  /// The next saves fail with this error, until it is nil again.
  public func failSaves(with error: StorageError?) { failure = error }

  public func trace() -> ContainerTrace { now }

  public func save(_ marker: InstallationMarker) throws(StorageError) {
    if let failure { throw failure }
    now = .marked(marker)
  }
}
