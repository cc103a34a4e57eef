#if Audit
  import Foundation
  import SecurityPolicy

  /// Asks rules about every file of a project.
  ///
  /// - Protects against: flaws that its rules describe, in source that it could read and parse; values are followed
  ///   through names, calls and files.
  /// - Does not protect against: flaws without a rule, other languages, code in skipped folders, and values that pass
  ///   through what only the running app decides.
  ///
  /// Source: OWASP MASVS v2.1.0; BSI TR-03161-1 v3.0.
  public struct Audit: Sendable {
    package let rules: [any Rule]
    /// Seconds that one file may take, twice: to be read, then to be judged.
    public let secondsPerFile: Int
    /// So many late files end the audit: their threads cannot be stopped and slow down the rest.
    public static let mostLateFiles = 3

    /// Every rule that ships with Mantlet, on all processors.
    public init(secondsPerFile: Int = 5) {
      self.init(rules: Audit.allRules, secondsPerFile: secondsPerFile)
    }

    package init(rules: [any Rule], secondsPerFile: Int = 5) {
      self.rules = rules
      self.secondsPerFile = secondsPerFile
    }

    package static var allRules: [any Rule] { AppleRules.all + AndroidRules.all }

    /// What each rule that ships with Mantlet says about itself.
    public static var manuals: [RuleManual] {
      allRules.map(\.manual) + PropertyListRules.all.map(\.manual)
    }

    /// Reads each file once, on all processors, then asks every rule about it. Blocks the calling thread.
    ///
    /// A file that takes longer than ``secondsPerFile`` is reported as not judged; its thread computes on, unheard,
    /// until it is done or the process ends. After ``mostLateFiles`` of them the rest is reported as not reached.
    public func run(_ tree: SourceTree, policy: Policy) -> AuditReport {
      let crew = WorkCrew(
        threads: ProcessInfo.processInfo.activeProcessorCount, secondsPerItem: secondsPerFile,
        mostLate: Self.mostLateFiles)
      var incomplete = tree.incomplete
      let files = tree.files.filter { !PropertyListRules.isPropertyList(path: $0.path) }
      var units: [SourceUnit] = []
      for (index, outcome) in crew.run(files.count, { Self.unit(of: files[$0], number: $0) }).enumerated() {
        switch outcome {
        case .answer(let unit?): units.append(unit)
        case .answer(nil): incomplete.append(AuditIncompleteness(file: files[index].path, cause: .nestedTooDeeply))
        case .late, .notReached: incomplete.append(late(outcome, files[index].path))
        }
      }
      let project = Project(units, policy: policy)
      var record = AuditRecord()
      var filesRead = 0
      for (index, outcome) in crew.run(project.units.count, { judge(project.units[$0], in: project) }).enumerated() {
        let unit = project.units[index]
        guard case .answer(let judged) = outcome else {
          incomplete.append(late(outcome, unit.path))
          continue
        }
        filesRead += 1
        record.merge(judged)
        if unit.regions.contains(where: { $0.kind == .unreadable }) {
          incomplete.append(AuditIncompleteness(file: unit.path, cause: .notParsed))
        }
      }
      if !rules.isEmpty { judgeLists(tree, &record, &incomplete, &filesRead) }
      return AuditReport(
        rules: rules.isEmpty ? [] : rules.map(\.manual) + PropertyListRules.all.map(\.manual),
        findings: record.findings, incomplete: incomplete,
        skippedFolders: tree.skippedFolders, filesRead: filesRead, controls: record.controls)
    }

    private func judgeLists(
      _ tree: SourceTree, _ record: inout AuditRecord, _ incomplete: inout [AuditIncompleteness], _ filesRead: inout Int
    ) {
      for file in tree.files where PropertyListRules.isPropertyList(path: file.path) {
        guard let judged = PropertyListRules.record(of: file, limit: SourceLimits().fileBytes) else {
          incomplete.append(AuditIncompleteness(file: file.path, cause: .notParsed))
          continue
        }
        filesRead += 1
        record.merge(judged)
      }
    }

    private func late<Answer>(_ outcome: WorkCrew.Outcome<Answer>, _ path: String) -> AuditIncompleteness {
      guard case .late = outcome else { return AuditIncompleteness(file: path, cause: .notReached) }
      return AuditIncompleteness(file: path, cause: .tookTooLong(seconds: secondsPerFile))
    }

    /// Nil when the file is nested too deeply.
    private static func unit(of source: SourceText, number: Int) -> SourceUnit? {
      switch SourceLanguage(path: source.path) {
      case .swift?: SwiftSource.unit(source, number: number)
      case .kotlin?: KotlinSource.unit(source, number: number)
      case .java?: JavaSource.unit(source, number: number)
      default: nil
      }
    }

    private func judge(_ unit: SourceUnit, in project: Project) -> AuditRecord {
      var record = AuditRecord()
      for rule in rules where rule.languages.contains(unit.language) {
        rule.judge(unit, in: project, into: &record)
      }
      if unit.language == .swift { DeviceControls.spot(unit, in: project, into: &record) }
      return record
    }
  }
#endif
