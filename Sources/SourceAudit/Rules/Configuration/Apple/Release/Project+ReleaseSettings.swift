import UntrustedInput

extension Project {
  /// Every place that sets one of these in a release build: in Xcode's files and in the manifests of Tuist.
  func releaseSettings(_ names: [String]) -> [SettingUse] {
    var found: [SettingUse] = []
    for configuration in documents.apple.configurations where configuration.isRelease {
      for name in names {
        for piece in configuration.settings[name]?.pieces ?? [] {
          found.append(
            SettingUse(
              name: name, text: piece.text, product: configuration.product, place: .file(piece.file, piece.position)))
        }
      }
    }
    for unit in units(importing: Self.manifestModule) {
      for dictionary in unit.all(.dictionary) where !isForDebug(dictionary) {
        let values = dictionary.values
        for row in stride(from: 0, to: values.count - 1, by: 2) {
          guard let name = values[row].plainText, names.contains(name) else { continue }
          found.append(
            SettingUse(name: name, text: settingText(values[row + 1]), product: .other, place: .code(values[row])))
        }
      }
    }
    return found
  }

  /// `"YES"`, `.string("YES")`, `true`, `["a", "b"]`, or a constant that stands for one of them.
  private func settingText(_ value: Expression) -> String {
    switch value.kind {
    case .boolean: value.name == "true" ? "YES" : "NO"
    case .array: value.values.map { settingText($0) }.joined(separator: " ")
    case .call: value.argument(at: 0).map { settingText($0) } ?? ""
    default: texts(of: value).sorted().joined(separator: " ")
    }
  }

  /// Inside `.debug(…)`, or under a name that says so.
  func isForDebug(_ dictionary: Expression) -> Bool {
    var top = dictionary
    while let parent = top.parent {
      if parent.kind == .call {
        if parent.calledName.lowercased().contains("debug") { return true }
        let label = parent.arguments.first { $0.value == top }?.label ?? ""
        if label.lowercased().contains("debug") { return true }
        if let name = parent.argument("name"), texts(of: name).contains(where: BuildConfiguration.isDebug) {
          return true
        }
      }
      top = parent
    }
    let bound = top.unit.declaration(withValue: top.id)?.name ?? ""
    return ([top.owner] + top.owner.enclosing).map(\.name).contains { $0.lowercased().contains("debug") }
      || bound.lowercased().contains("debug")
  }
}
