/// Where a scene is shown.
public enum SceneDisplay: Sendable, Hashable, CaseIterable {
  /// A role that is not known here: treated as somebody else's display.
  case unknown
  /// The device's own screen.
  case device
  /// A display that is connected to it, by cable or by AirPlay. An app cannot refuse such a scene, only leave it empty.
  case external
}
