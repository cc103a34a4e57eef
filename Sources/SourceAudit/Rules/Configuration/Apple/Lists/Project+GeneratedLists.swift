import UntrustedInput

extension Project {
  private static let generatedPrefix = "INFOPLIST_KEY_"

  /// What the build settings of releases put into the Info.plist that Xcode makes.
  var generatedLists: [PropertyList] { knownLists.answer(Self.generatedPrefix) { findGeneratedLists() } }

  /// Xcode takes a closed set of keys and drops every other one without a word, `UIFileSharingEnabled` among them. These
  /// are those of the set that a rule looks at.
  private static func isGenerated(_ name: String) -> Bool {
    guard name.hasPrefix(generatedPrefix) else { return false }
    let key = name.dropFirst(generatedPrefix.count)
    return key.hasSuffix("UsageDescription")
      || ["LSSupportsOpeningDocumentsInPlace", "UISupportsDocumentBrowser", "LSApplicationCategoryType"].contains(key)
  }

  private func findGeneratedLists() -> [PropertyList] {
    var lists = keysOfManifests()
    let keys = keysOfSettings()
    for (path, own) in Dictionary(grouping: keys, by: \.file.path).sorted(by: { $0.key < $1.key }) {
      var parts: [PropertyList.Part] = []
      var members: [PropertyListMember] = []
      for key in own {
        let place = PropertyList.position(ofPart: parts.count)
        parts.append(PropertyList.Part(place: .file(key.file, key.position), isForDebug: false))
        members.append(PropertyListMember(key.name, PropertyListNode(.string(key.text), at: place), at: place))
      }
      guard let file = own.first(where: { $0.file.path == path })?.file else { continue }
      lists.append(Self.list(file, parts, members))
    }
    return lists
  }

  private static func list(
    _ file: SourceText, _ parts: [PropertyList.Part], _ members: [PropertyListMember]
  ) -> PropertyList {
    PropertyList(
      file, PropertyListNode(.dictionary(members), at: PropertyList.position(ofPart: 0)), .info, parts: parts,
      isShipped: true, isWhole: true)
  }

  /// One place that sets such a key.
  private struct GeneratedKey {
    let name: String
    let text: String
    let file: SourceText
    let position: TextPosition
  }

  /// Each place once, in order: many targets inherit from one.
  private func keysOfSettings() -> [GeneratedKey] {
    var seen: [String: Set<TextPosition>] = [:]
    var found: [GeneratedKey] = []
    for configuration in documents.apple.configurations
    where configuration.isRelease && configuration.product != .framework {
      for (name, setting) in configuration.settings where Self.isGenerated(name) {
        for piece in setting.pieces where seen[piece.file.path, default: []].insert(piece.position).inserted {
          let key = String(name.dropFirst(Self.generatedPrefix.count))
          found.append(GeneratedKey(name: key, text: piece.text, file: piece.file, position: piece.position))
        }
      }
    }
    return found.sorted { ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column) }
  }

  private func keysOfManifests() -> [PropertyList] {
    var lists: [PropertyList] = []
    for unit in units(importing: Self.manifestModule) {
      var reader = ManifestReader(self, steps: 10_000)
      var members: [PropertyListMember] = []
      for dictionary in unit.all(.dictionary) {
        let entries = Array(dictionary.list)
        for row in stride(from: 0, to: entries.count - 1, by: 2) {
          guard let key = unit.expression(entries[row].value), let name = key.plainText, Self.isGenerated(name),
            let value = unit.expression(entries[row + 1].value), !isForDebug(dictionary)
          else { continue }
          let place = reader.position(of: key, ManifestReader.Context())
          let node = reader.node(of: value, in: ManifestReader.Context())
          let written = String(name.dropFirst(Self.generatedPrefix.count))
          members.append(PropertyListMember(written, node ?? .unknown(at: place), at: place))
        }
      }
      if !members.isEmpty { lists.append(Self.list(unit.text, reader.parts, members)) }
    }
    return lists
  }
}
