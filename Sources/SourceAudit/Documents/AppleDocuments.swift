import UntrustedInput

/// The files of an Apple project that are no code: property lists in all three forms, build settings, schemes, and what
/// the package managers were asked for and have resolved.
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
      case lists([PropertyList]), projects([PropertyList]), settings(BuildSettingsFile), scheme(Scheme)
      case pins([DependencyPin])
    }

    let file: SourceText
    /// Nil for what cannot be read.
    let content: Content?
    /// Whether all of the file was read.
    var isWhole: Bool
    /// Where a reader stopped, if it says so.
    var line: Int?
  }

  static func reading(of file: SourceText) -> Reading? {
    let content: Reading.Content?
    var line: Int?
    switch AppleDocumentKind(path: file.path) {
    case .propertyList?:
      let read = PropertyList.readings(of: file)
      return Reading(file: file, content: .lists(read.lists), isWhole: !read.isBroken, line: read.line)
    case .project?:
      let read = PropertyList.readings(of: file)
      return Reading(file: file, content: .projects(read.lists), isWhole: !read.isBroken, line: read.line)
    case .settings?:
      let settings = BuildSettingsFile(file)
      return Reading(
        file: file, content: .settings(settings), isWhole: settings.brokenLine == nil, line: settings.brokenLine)
    case .scheme?: content = Scheme(file).map { .scheme($0) }
    case .dependencies(let form)?:
      content = DependencyPin.read(file, form).map { .pins($0) }
      line = DependencyPin.brokenLine(of: file, form)
    case nil: return nil
    }
    // Readers that go line by line pass over the marks of a merge.
    let isMerged = ConflictMarker.firstLine(in: file.text) != nil
    return Reading(
      file: file, content: content, isWhole: content != nil && line == nil && !isMerged, line: line)
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
      switch reading.content {
      case .lists(let read)?: lists += read
      case .projects(let read)?: projects += read
      case .settings(let read)?: settings.append(read)
      case .scheme(let scheme)?: schemes.append(scheme)
      case .pins(let read)?: pins += read
      case nil: break
      }
      let file = reading.file
      if reading.isWhole {
        filesRead += 1
      } else if file.bytes.isEmpty {
        incomplete.append(.notParsed(file, at: reading.line))
      } else {
        incomplete.append(AuditIncompleteness(file: file.path, cause: .notUTF8, line: reading.line))
      }
    }
    self.lists = lists
    self.schemes = schemes
    self.pins = projects.flatMap { DependencyPin.packages(of: $0) } + pins
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
