import UntrustedInput

/// The targets and configurations of a `project.pbxproj`.
///
/// Each level lies over the one below: the project's settings file, the project, the target's settings file, the target.
/// Source: Apple, Xcode Help, "Evaluate build settings"; the archive's own class names.
struct XcodeProject {
  private let list: PropertyList
  private let folder: BuildSettingsFolder
  private let objects: [String: PropertyListNode]
  private(set) var configurations: [BuildConfiguration] = []
  /// Settings files that a configuration names.
  private(set) var settingsFiles: Set<String> = []
  /// Whether all of its configurations were followed.
  private(set) var isWhole = true
  /// Settings that may take effect in all targets and configurations together. A few lines can name each other so often
  /// that no memory holds what they come to.
  private static let mostSettings = 1_500_000
  private var settings = 0

  init(_ list: PropertyList, _ folder: BuildSettingsFolder) {
    self.list = list
    self.folder = folder
    objects = Dictionary((list.root["objects"]?.members ?? []).map { ($0.name, $0.node) }) { first, _ in first }
    for (_, project) in objects.sorted(by: { $0.key < $1.key }) where project["isa"]?.string == "PBXProject" {
      read(project)
    }
  }

  private func object(_ node: PropertyListNode?) -> PropertyListNode? { node?.string.flatMap { objects[$0] } }

  private func configurations(of owner: PropertyListNode) -> [(name: String, node: PropertyListNode)] {
    (object(owner["buildConfigurationList"])?["buildConfigurations"]?.array ?? []).compactMap { reference in
      guard let node = object(reference), let name = node["name"]?.string else { return nil }
      return (name, node)
    }
  }

  private mutating func read(_ project: PropertyListNode) {
    var shared: [String: [String: BuildSetting]] = [:]
    for (name, node) in configurations(of: project) {
      guard isWhole else { return }
      shared[name] = level(node, name, over: [:])
    }
    let targets = (project["targets"]?.array ?? []).compactMap { object($0) }
    for target in targets {
      for (name, node) in configurations(of: target) {
        guard isWhole else { return }
        configurations.append(
          BuildConfiguration(
            target: target["name"]?.string ?? "", product: Self.product(target["productType"]?.string ?? ""),
            name: name, settings: level(node, name, over: shared[name] ?? [:]), file: list.file))
      }
    }
    guard targets.isEmpty else { return }
    for (name, settings) in shared.sorted(by: { $0.key < $1.key }) {
      configurations.append(
        BuildConfiguration(target: "", product: .other, name: name, settings: settings, file: list.file))
    }
  }

  private mutating func level(
    _ node: PropertyListNode, _ configuration: String, over lower: [String: BuildSetting]
  ) -> [String: BuildSetting] {
    var found = lower
    if let path = settingsFile(of: node) {
      settingsFiles.insert(path)
      for (name, setting) in folder.settings(of: path, configuration: configuration) {
        found[name] = setting.over(lower[name])
      }
    }
    let below = found
    // Settings with a condition lie over the plain one of the same level.
    let members = (node["buildSettings"]?.members ?? []).map { ($0, $0.name.contains("[")) }
    for (member, _) in members.filter({ !$0.1 }) + members.filter(\.1) {
      guard let name = BuildCondition.name(member.name, under: configuration) else { continue }
      let text = member.node.string ?? (member.node.array ?? []).compactMap(\.string).joined(separator: " ")
      found[name] = BuildSetting(text, file: list.file, at: member.position).over(below[name])
    }
    // An empty configuration costs something as well.
    settings += found.count + 20
    if settings > Self.mostSettings { isWhole = false }
    return found
  }

  private func settingsFile(of node: PropertyListNode) -> String? {
    let reference = object(node["baseConfigurationReference"])
    let written = reference?["path"]?.string ?? node["baseConfigurationReferenceRelativePath"]?.string
    // The project file lies one folder below the project's.
    let projectFolder = list.file.path.split(separator: "/").dropLast().joined(separator: "/")
    return written.flatMap { folder.find($0, from: projectFolder) }
  }

  private static func product(_ type: String) -> BuildConfiguration.Product {
    if type.contains("test") { return .test }
    if type.contains("app-extension") || type.contains("extensionkit") { return .appExtension }
    if type.contains(".application") { return .app }
    return type.contains("framework") ? .framework : .other
  }
}
