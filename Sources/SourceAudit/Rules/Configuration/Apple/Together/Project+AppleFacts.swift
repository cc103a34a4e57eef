import UntrustedInput

extension Project {
  /// Info.plist of an app: nothing is missing in a project that has none.
  var appLists: [PropertyList] { documents.apple.lists.filter(\.isOfApp) }

  /// Whether a key of Info.plist is set anywhere: in a list, in the build settings that make one, or by code that writes
  /// one, such as a manifest of Tuist.
  func declares(_ key: String) -> Bool {
    documents.apple.lists.contains { $0.root[key] != nil }
      || documents.apple.configurations.contains { $0.settings["INFOPLIST_KEY_" + key] != nil }
      || units.contains { $0.row(of: key) != nil }
  }

  /// Units of the app itself in Apple's languages.
  var appleUnits: [SourceUnit] {
    units.filter { $0.role == .app && ($0.language == .swift || $0.language == .objectiveC) }
  }

  /// The first place outside of debug code that names one of these; nil for none.
  func firstMention(_ names: [String], in units: [SourceUnit]) -> Expression? {
    for unit in units {
      guard let place = unit.mentions(names).first(where: { !unit.isInside(.debugOnly, $0.offset) }) else { continue }
      return place
    }
    return nil
  }
}
