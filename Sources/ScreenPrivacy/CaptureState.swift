/// Whether what a scene shows goes elsewhere, too: into a recording, or onto another display by mirroring. The system
/// does not tell the two apart. Source: Apple, UISceneCaptureState.
public enum CaptureState: Sendable, Hashable, CaseIterable {
  /// The system did not say. That is not "nobody records".
  case unknown
  case notCaptured
  case captured
}
