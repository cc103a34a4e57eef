/// What the app's container says about the installation.
public enum ContainerTrace: Sendable, Hashable {
  /// The container was never used: no file of this app is in it.
  case empty
  /// The container is in use, by a version of the app that wrote no marker.
  case unmarked
  case marked(InstallationMarker)
  /// The container cannot be read now (its files are protected and the device is locked).
  case locked
}
