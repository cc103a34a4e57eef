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
    /// Whether the rules are those of this build of the program and no others.
    private let isAsShipped: Bool
    /// So many late files end the audit: their threads cannot be stopped and slow down the rest.
    public static let mostLateFiles = 3

    /// Every rule that ships with Mantlet, on all processors.
    public init(secondsPerFile: Int = 5) {
      self.init(Audit.allRules, secondsPerFile: secondsPerFile, isAsShipped: true)
    }

    package init(rules: [any Rule], secondsPerFile: Int = 5) {
      self.init(rules, secondsPerFile: secondsPerFile, isAsShipped: false)
    }

    private init(_ rules: [any Rule], secondsPerFile: Int, isAsShipped: Bool) {
      self.rules = rules
      self.secondsPerFile = secondsPerFile
      self.isAsShipped = isAsShipped
    }

    package static var allRules: [any Rule] {
      AppleRules.all + AndroidRules.all + PolicyRules.all + [SecretInAddress()]
    }

    /// What each rule that ships with Mantlet says about itself.
    public static var manuals: [RuleManual] {
      allRules.map(\.manual) + ProjectRules.all.map(\.manual) + [Suppressions.manual]
    }

    /// Reads each file once, on all processors, then asks every rule about it. Blocks the calling thread.
    ///
    /// A file that takes longer than ``secondsPerFile`` is reported as not judged; its thread computes on, unheard,
    /// until it is done or the process ends. After ``mostLateFiles`` of them the rest is reported as not reached.
    ///
    /// - Parameters:
    ///   - today: the day on which allowances in the source are judged; nil leaves their dates unjudged.
    ///   - cache: what earlier runs read; nil reads everything anew. Of a tree in which nothing at all has changed the
    ///     kept report is the answer, unless rules were added to those that ship with Mantlet.
    public func run(
      _ tree: SourceTree, policy: Policy, today: PolicyDay? = nil, cache: AuditCache? = nil
    ) -> AuditReport {
      let place =
        isAsShipped ? cache?.place(of: tree, policy: policy, today: today, secondsPerFile: secondsPerFile) : nil
      if let place, let kept = cache?.report(at: place, rules: asked) { return kept }
      let (report, isKnown) = judge(tree, policy: policy, today: today, cache, place)
      if let place { cache?.keep(report, at: place, isKnown: isKnown) }
      return report
    }

    /// What the rules that are asked say about themselves.
    var asked: [RuleManual] {
      rules.isEmpty ? [] : rules.map(\.manual) + ProjectRules.all.map(\.manual) + [Suppressions.manual]
    }

    /// The report, and whether an earlier run said all of it that is about single files.
    private func judge(
      _ tree: SourceTree, policy: Policy, today: PolicyDay?, _ cache: AuditCache?, _ place: AuditCache.Place?
    ) -> (report: AuditReport, isKnown: Bool) {
      let crew = crew()
      let (project, unread) = read(tree, policy: policy, today: today, cache, place, crew)
      var incomplete = unread
      var record = AuditRecord()
      var filesRead = 0
      let outcomes = judgeFiles(of: project, in: tree, crew, cache, place)
      for (index, outcome) in outcomes.enumerated() {
        let unit = project.units[index]
        guard case .answer(let judged) = outcome else {
          incomplete.append(late(outcome, unit.path))
          continue
        }
        filesRead += 1
        record.merge(judged.record)
        if let first = unit.regions.lazy.filter({ $0.kind == .unreadable }).map(\.start).min() {
          incomplete.append(.notParsed(unit.text, at: unit.position(first).line))
        }
        for region in unit.regions where region.kind == .tooDeep {
          let line = unit.position(region.start).line
          incomplete.append(AuditIncompleteness(file: unit.path, cause: .partNestedTooDeeply(line: line)))
        }
      }
      if !rules.isEmpty {
        filesRead += project.documents.filesRead
        incomplete += judge(project, into: &record)
      }
      var report = AuditReport(
        rules: asked, findings: record.findings, incomplete: incomplete, skippedFolders: tree.skippedFolders,
        filesRead: filesRead, controls: record.controls,
        scoredApart: Dictionary(
          project.units.lazy.filter { $0.role != .app }.map { ($0.role.rawValue, 1) }, uniquingKeysWith: +))
      report.suppress(by: tree.files, today: today)
      return (report, Self.isKnown(outcomes))
    }

    /// What the app's sources say of it, for a first policy. Blocks the calling thread.
    public func facts(of tree: SourceTree) -> AdoptedFacts {
      let policy = Policy(name: "", environments: [:])
      return AdoptedFacts(read(tree, policy: policy, today: nil, nil, nil, crew()).project)
    }

    private func crew() -> WorkCrew {
      WorkCrew(
        threads: ProcessInfo.processInfo.activeProcessorCount, secondsPerItem: secondsPerFile,
        mostLate: Self.mostLateFiles)
    }

    private func read(
      _ tree: SourceTree, policy: Policy, today: PolicyDay?, _ cache: AuditCache?, _ place: AuditCache.Place?,
      _ crew: WorkCrew
    ) -> (project: Project, incomplete: [AuditIncompleteness]) {
      var incomplete = tree.incomplete
      let rows = tree.files.indices.filter { SourceLanguage(path: tree.files[$0].path) != nil }
      let files = rows.map { tree.files[$0] }
      var units: [SourceUnit] = []
      let outcomes = crew.run(files.count) { number in
        guard let cache else { return Self.unit(of: files[number], number: number) }
        let key = place?.keys[rows[number]] ?? cache.key(files[number])
        return cache.unit(files[number], number: number, key: key) { Self.unit(of: files[number], number: number) }
      }
      for (index, outcome) in outcomes.enumerated() {
        switch outcome {
        case .answer(let unit?): units.append(unit)
        case .answer(nil): incomplete.append(AuditIncompleteness(file: files[index].path, cause: .nestedTooDeeply))
        case .late, .notReached: incomplete.append(late(outcome, files[index].path))
        }
      }
      let testFolders = SourceRole.testFolders(units)
      units = units.map { unit in
        let isBesideTest = SourceRole.folder(namedTests: unit.path).map(testFolders.contains) ?? false
        return isBesideTest && unit.role == .app ? unit.playing(.test) : unit
      }
      cache?.tidy()
      let documents = ProjectDocuments(tree.files, crew)
      incomplete += documents.incomplete
      let project = Project(units, documents: documents, policy: policy, today: today, isTraced: place != nil)
      return (project, incomplete)
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
      case .objectiveC?: ObjectiveCSource.unit(source, number: number)
      default: nil
      }
    }

    /// Asks the rules about the project as a whole, each with a deadline too: a hostile platform file must not hold up
    /// the audit.
    private func judge(_ project: Project, into record: inout AuditRecord) -> [AuditIncompleteness] {
      let before = record
      let seconds = max(30, secondsPerFile * 6)
      let crew = WorkCrew(
        threads: ProcessInfo.processInfo.activeProcessorCount, secondsPerItem: seconds, mostLate: Self.mostLateFiles)
      let outcomes = crew.run(ProjectRules.all.count) { row in
        var own = AuditRecord(behind: before)
        ProjectRules.all[row].judge(project, into: &own)
        return own
      }
      var incomplete: [AuditIncompleteness] = []
      for outcome in outcomes {
        switch outcome {
        case .answer(let own): record.merge(own)
        case .late: incomplete.append(AuditIncompleteness(file: ".", cause: .tookTooLong(seconds: seconds)))
        case .notReached: incomplete.append(AuditIncompleteness(file: ".", cause: .notReached))
        }
      }
      return Array(Set(incomplete))
    }

    /// Asks the rules about one file.
    func judge(_ unit: SourceUnit, in project: Project) -> AuditRecord {
      var record = AuditRecord()
      for rule in rules where rule.languages.contains(unit.language) {
        rule.judge(unit, in: project, into: &record)
      }
      if unit.language == .swift || unit.language == .objectiveC {
        DeviceControls.spot(unit, in: project, into: &record)
      }
      if AndroidRules.languages.contains(unit.language) { AndroidControls.spot(unit, in: project, into: &record) }
      record.sort()
      return record
    }
  }
#endif
