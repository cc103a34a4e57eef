import UntrustedInput

extension Project {
  /// Every property list: those that are files, those that manifests of Tuist write, and what build settings put into
  /// the Info.plist that Xcode makes.
  var propertyLists: [PropertyList] { documents.apple.lists + manifestLists + generatedLists }

  /// Info.plist of an app: nothing is missing in a project that has none.
  var appLists: [PropertyList] { propertyLists.filter(\.isOfApp) }

  /// Whether a part of an Info.plist is not known, so that nothing can be said to be missing.
  var hidesKeys: Bool { propertyLists.contains { $0.kind == .info && $0.isShipped && !$0.isWhole } }

  /// Whether a key of Info.plist is set anywhere: in a list, in the build settings that make one, or by code that writes
  /// one.
  func declares(_ key: String) -> Bool {
    hidesKeys || propertyLists.contains { $0.root[key] != nil }
      || documents.apple.configurations.contains { $0.settings["INFOPLIST_KEY_" + key] != nil }
      || units.contains { $0.row(of: key) != nil || $0.row(of: "INFOPLIST_KEY_" + key) != nil }
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
