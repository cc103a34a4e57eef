/// A fact about a device that a decision rests on.
public enum DecisionFact: String, Sendable, Hashable, CaseIterable {
  case osVersion, patchLevel, vendorPatchLevel, bootPatchLevel, bootState, rooted, hooked, debugged, app
}
