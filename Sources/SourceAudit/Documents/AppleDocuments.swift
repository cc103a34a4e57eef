import UntrustedInput

/// The files of an Apple project that are no code: property lists in all three forms, build settings, schemes, and what
/// the package managers have resolved.
///
/// - Protects against: files made to exhaust or mislead a reader: every form has a bounded reader of its own, and what
///   cannot be read is named.
/// - Does not protect against: settings that a generator or a script writes while it builds.
package struct AppleDocuments: Sendable {
  let lists: [PropertyList]
  /// Of each target under each configuration, with what it inherits; of settings files that no project names, one each.
  let configurations: [BuildConfiguration]
  let schemes: [Scheme]
  let pins: [DependencyPin]
  /// How many files were read, wholly or in part.
  let filesRead: Int
  let incomplete: [AuditIncompleteness]

  /// What one file gives.
  struct Reading: Sendable {
    enum Content: Sendable {
      case list(PropertyList), project(PropertyList), settings(BuildSettingsFile), scheme(Scheme), pins([DependencyPin])
    }

    let file: SourceText
    /// Nil for what cannot be read.
    let content: Content?
  }

  static func reading(of file: SourceText) -> Reading? {
    let content: Reading.Content?
    switch AppleDocumentKind(path: file.path) {
    case .propertyList?: content = PropertyList(file).map { .list($0) }
    case .project?: content = PropertyList(file).map { .project($0) }
    case .settings?: content = .settings(BuildSettingsFile(file))
    case .scheme?: content = Scheme(file).map { .scheme($0) }
    case .dependencies(let form)?: content = DependencyPin.read(file, form).map { .pins($0) }
    case nil: return nil
    }
    return Reading(file: file, content: content)
  }

  init(_ readings: [Reading]) {
    var lists: [PropertyList] = []
    var projects: [PropertyList] = []
    var settings: [BuildSettingsFile] = []
    var schemes: [Scheme] = []
    var pins: [DependencyPin] = []
    var incomplete: [AuditIncompleteness] = []
    var filesRead = 0
    for reading in readings {
      var isWhole = true
      switch reading.content {
      case .list(let list)?: lists.append(list)
      case .project(let list)?: projects.append(list)
      case .settings(let read)?:
        settings.append(read)
        isWhole = read.isWhole
      case .scheme(let scheme)?: schemes.append(scheme)
      case .pins(let read)?: pins += read
      case nil: isWhole = false
      }
      if isWhole {
        filesRead += 1
      } else {
        let file = reading.file
        incomplete.append(AuditIncompleteness(file: file.path, cause: file.bytes.isEmpty ? .notParsed : .notUTF8))
      }
    }
    self.lists = lists
    self.schemes = schemes
    self.pins = pins
    self.filesRead = filesRead
    let (configurations, cut) = BuildConfiguration.all(of: projects, settings: settings)
    self.configurations = configurations
    self.incomplete = incomplete + cut.map { AuditIncompleteness(file: $0, cause: .nestedTooDeeply) }
  }

  static func isRead(_ path: String) -> Bool { AppleDocumentKind(path: path) != nil }

  static func readsBytes(_ path: String) -> Bool {
    switch AppleDocumentKind(path: path) {
    case .propertyList?, .project?: true
    default: false
    }
  }
}
