/// Keeps the installation marker in the app's container: the seam to a file that ends with the app.
///
/// Keep it where an uninstall removes it, readable after the first unlock, and leave it in the backup: a container that
/// comes back from a backup then says truthfully to which store it belongs.
public protocol InstallationContainer: Sendable {
  /// What the container says now.
  ///
  /// - Throws: ``StorageError`` when nobody can tell; a protected file on a locked device is
  ///   ``ContainerTrace/locked``, not an error, and a marker file that cannot be understood is
  ///   ``ContainerTrace/unmarked``.
  func trace() async throws(StorageError) -> ContainerTrace

  /// Writes the marker durably, replacing another.
  func save(_ marker: InstallationMarker) async throws(StorageError)
}
