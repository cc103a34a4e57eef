import UntrustedInput

/// The build settings of one target under one configuration, with what they inherit.
struct BuildConfiguration: Sendable {
  enum Product: Sendable, Hashable {
    case app, appExtension, framework, test
    /// Of a settings file, or of a kind that does not matter here.
    case other
  }

  /// Empty for a settings file that no project names.
  let target: String
  let product: Product
  let name: String
  let settings: [String: BuildSetting]
  /// The project, or the settings file.
  let file: SourceText

  /// Whether people get what it builds. A name that does not tell counts as no release.
  var isRelease: Bool { Self.isRelease(name) && product != .test }

  static func isRelease(_ name: String) -> Bool {
    let name = name.lowercased()
    guard !isDebug(name) else { return false }
    return ["release", "prod", "store", "distribution", "archive", "live"].contains { name.contains($0) }
  }

  static func isDebug(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.contains("debug") || name == "dev" || name == "development"
      || (name.contains("test") && !name.contains("testflight"))
  }

  /// `cut` names the projects with more than is followed.
  static func all(
    of projects: [PropertyList], settings files: [BuildSettingsFile]
  ) -> (found: [BuildConfiguration], cut: [String]) {
    let folder = BuildSettingsFolder(files)
    var found: [BuildConfiguration] = []
    var named: Set<String> = []
    var cut: [String] = []
    for project in projects {
      let reader = XcodeProject(project, folder)
      found += reader.configurations
      if !reader.isWhole { cut.append(project.file.path) }
      named.formUnion(reader.settingsFiles)
    }
    let sources = Dictionary(files.map { ($0.file.path, $0.file) }) { first, _ in first }
    for path in folder.paths where !named.contains(path) && !folder.included.contains(path) {
      guard let file = sources[path] else { continue }
      let stem = path.split(separator: "/").last?.dropLast(".xcconfig".count) ?? ""
      // A file for all configurations is a release's too.
      let isTold =
        isRelease(String(stem)) || isDebug(String(stem))
        || ["dev", "stag", "local", "mock", "qa", "beta", "alpha", "preview"].contains {
          stem.lowercased().contains($0)
        }
      let name = isTold ? String(stem) : "Release"
      found.append(
        BuildConfiguration(
          target: "", product: .other, name: name, settings: folder.settings(of: path, configuration: name), file: file)
      )
    }
    return (found, cut)
  }
}
