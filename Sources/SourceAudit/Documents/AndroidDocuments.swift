import UntrustedInput

/// The files of an Android project that are no code: manifests, resources, build files.
///
/// Build files are read as they stand and never run: what a script computes stays unknown.
package struct AndroidDocuments: Sendable {
  let manifests: [AndroidManifest]
  let networkConfigs: [AndroidXML]
  let backupRules: [AndroidXML]
  let sharedPaths: [AndroidXML]
  let layouts: [AndroidXML]
  let widgets: [AndroidXML]
  let frameworks: [FrameworkSettings]
  let resources: AndroidResources
  let builds: [GradleBuild]
  /// The build files of native code.
  let natives: [NativeBuild]
  /// The build files by the folder of their module.
  let modules: [String: [GradleBuild]]
  let catalogues: [VersionCatalogue]
  let properties: [PropertiesText]
  /// Key stores that lie in the project; only their place is known.
  let keyStores: [SourceText]
  /// `minSdk` and `targetSdk` wherever a build file writes them.
  let levels: [String: [Level]]
  /// What build files and properties give to a name, by the name in lower case without signs.
  let written: [String: Set<String>]
  let filesRead: Int
  let incomplete: [AuditIncompleteness]

  /// What one file gives.
  enum Reading: Sendable {
    case xml([AndroidXML], broken: AuditIncompleteness?)
    case build(GradleBuild)
    case catalogue(VersionCatalogue)
    case properties(PropertiesText)
    case framework(FrameworkSettings)
    case native(NativeBuild)
    case keyStore(SourceText)
  }

  static func reading(of file: SourceText) -> Reading {
    if NativeBuild.isRead(file.path) { return .native(NativeBuild(file)) }
    switch file.path.split(separator: ".").last?.lowercased() {
    case "xml":
      let (readings, broken) = AndroidXML.readings(of: file)
      return .xml(readings, broken: broken)
    case "gradle", "kts": return .build(GradleBuild(file))
    case "toml": return .catalogue(VersionCatalogue(file))
    case "properties": return .properties(PropertiesText(file))
    case "json": return .framework(FrameworkSettings(file))
    default: return .keyStore(file)
    }
  }

  init(_ readings: [Reading]) {
    var xml: [AndroidXML.Kind: [AndroidXML]] = [:]
    var incomplete: [AuditIncompleteness] = []
    var builds: [GradleBuild] = []
    var catalogues: [VersionCatalogue] = []
    var properties: [PropertiesText] = []
    var frameworks: [FrameworkSettings] = []
    var natives: [NativeBuild] = []
    var keyStores: [SourceText] = []
    for reading in readings {
      switch reading {
      case .xml(let readings, let broken):
        for reading in readings { xml[reading.kind, default: []].append(reading) }
        if let broken { incomplete.append(broken) }
      case .build(let build):
        // The front end for Kotlin reports what it cannot read of a .kts by itself.
        let isOfKotlin = SourceLanguage(path: build.file.path) != nil
        if build.isCut || !isOfKotlin && (build.brokenLine != nil || Self.isMerged(build.file)) {
          incomplete.append(.notParsed(build.file, at: build.brokenLine))
        }
        builds.append(build)
      case .catalogue(let catalogue): catalogues.append(catalogue)
      case .properties(let list):
        if Self.isMerged(list.file) { incomplete.append(.notParsed(list.file)) }
        properties.append(list)
      case .framework(let settings):
        if settings.root == nil { incomplete.append(.notParsed(settings.file)) }
        frameworks.append(settings)
      case .native(let build):
        if build.brokenLine != nil || Self.isMerged(build.file) {
          incomplete.append(.notParsed(build.file, at: build.brokenLine))
        }
        natives.append(build)
      case .keyStore(let file): keyStores.append(file)
      }
    }
    incomplete += catalogues.filter { $0.brokenLine != nil || Self.isMerged($0.file) }.map {
      AuditIncompleteness.notParsed($0.file, at: $0.brokenLine)
    }
    manifests = (xml[.manifest] ?? []).map(AndroidManifest.init)
    networkConfigs = xml[.networkConfig] ?? []
    backupRules = xml[.backupRules] ?? []
    sharedPaths = xml[.sharedPaths] ?? []
    layouts = xml[.layout] ?? []
    widgets = xml[.widget] ?? []
    self.frameworks = frameworks
    resources = AndroidResources(xml[.resources] ?? [])
    self.builds = builds
    self.natives = natives
    modules = Dictionary(grouping: builds, by: \.place.module)
    let written = Self.written(builds, properties)
    self.written = written
    levels = Dictionary(
      uniqueKeysWithValues: ["minSdk", "targetSdk"].map { name in
        (name, Self.levels(name, builds, catalogues, written))
      })
    self.catalogues = catalogues
    self.properties = properties
    self.keyStores = keyStores
    self.incomplete = incomplete
    let others =
      Set(xml.values.joined().map(\.file.path)).count + builds.count { SourceLanguage(path: $0.file.path) == nil }
      + catalogues.count + properties.count + frameworks.count { $0.root != nil }
    // A program for desktops has build files of CMake, too.
    filesRead = others + natives.count { others > 0 || $0.namesAndroid }
  }

  /// Readers that go line by line pass over the marks of a merge.
  private static func isMerged(_ file: SourceText) -> Bool { ConflictMarker.firstLine(in: file.text) != nil }

  private static let idleFolders = ["drawable", "mipmap", "anim", "menu", "font", "color", "values-", "transition"]
  /// How the names of lists of translations begin; others end in a language: `errors_de.properties`.
  private static let translations = ["messages", "strings", "labels", "texts", "bundle", "translation"]

  /// Whether the audit reads the file: what its folder says is decoration is left alone, and so is what a build wrote.
  static func isRead(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last?.lowercased() else { return false }
    if name.hasSuffix(".xml") {
      let folder = parts.dropLast().last ?? ""
      return !idleFolders.contains { folder.hasPrefix($0) } && !isBuilt(path) && !path.hasPrefix(".idea/")
    }
    if name.hasSuffix(".gradle") || name.hasSuffix(".gradle.kts") { return true }
    if name.hasSuffix(".versions.toml") || FrameworkSettings.isRead(path) { return true }
    if name.hasSuffix(".properties") {
      return name != "gradle-wrapper.properties" && !isTranslation(name) && !isBuilt(path)
    }
    return isNamed(path) || NativeBuild.isRead(path) && !isBuilt(path)
  }

  private static func isTranslation(_ name: String) -> Bool {
    if translations.contains(where: { name.hasPrefix($0) }) { return true }
    let parts = name.dropLast(".properties".count).split(separator: "_")
    return parts.count > 1 && parts.last.map { $0.count == 2 && $0.allSatisfy(\.isLetter) } ?? false
  }

  private static func isBuilt(_ path: String) -> Bool {
    ["build/intermediates/", "build/outputs/", "build/generated/", "build/tmp/"].contains { path.contains($0) }
  }

  /// Whether the place of the file is all that counts: a key store.
  static func isNamed(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".jks", ".keystore", ".p12", ".pfx"].contains { name.hasSuffix($0) }
  }
}
