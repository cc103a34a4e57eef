import Crypto
import Foundation
import SecurityPolicy
import UntrustedInput

/// What a run said of a whole tree: its report, and of each file what the rules said and what that rests on.
extension AuditCache {
  /// So many reports are kept, the newest, and so many trees' facts.
  static let mostReports = 16
  static let mostFacts = 4
  /// A report of more findings is kept only when no file had to be judged for it: writing it would hold up each run in
  /// which something has changed. Beyond the second number, or so many bytes, it is worked out anew every time.
  static let mostFindings = 2_000
  static let mostKnownFindings = 50_000
  static let mostReportBytes = 32 << 20
  private static let reportEnding = ".report"
  private static let factsEnding = ".facts"

  /// One tree under one policy on one day, seen by this cache.
  struct Place: Sendable {
    /// The digest of each file of the tree.
    let keys: [SHA256Digest]
    /// Where the report of exactly these contents is.
    let report: String
    /// Where the facts are of a tree of these paths whose files other than code have these contents.
    let facts: String
  }

  /// What a report rests on, as the names of its entries: the build of the program, with which its rules come, every
  /// byte and name that was read, what was left out, the policy, the day and the limits. Nil for a policy that its
  /// document does not tell whole.
  func place(of tree: SourceTree, policy: Policy, today: PolicyDay?, secondsPerFile: Int) -> Place? {
    let document = JSONWriter().text(PolicyDocument.write(policy))
    // The defaults have no environment, which a document must have.
    guard
      (try? PolicyDocument.read(Array(document.utf8))) == policy
        || policy == Policy(name: policy.name, environments: [:])
    else { return nil }
    let crew = WorkCrew(
      threads: ProcessInfo.processInfo.activeProcessorCount, secondsPerItem: secondsPerFile, mostLate: 1)
    var keys: [SHA256Digest] = []
    for case .answer(let key) in crew.run(tree.files.count, { self.key(tree.files[$0]) }) { keys.append(key) }
    guard keys.count == tree.files.count else { return nil }
    var (report, facts) = (SHA256(), SHA256())
    func add(_ text: String) {
      let bytes = Array("\(text.utf8.count) \(text)".utf8)
      report.update(data: bytes)
      facts.update(data: bytes)
    }
    for text in ["tree 1", document, today?.description ?? "", String(secondsPerFile), String(tree.files.count)] {
      add(text)
    }
    report.update(data: salt)
    facts.update(data: salt)
    for (file, key) in zip(tree.files, keys) {
      add(file.path)
      report.update(data: Array(key))
      // A build file in Kotlin is code and more.
      if SourceLanguage(path: file.path) == nil || ProjectDocuments.isRead(file.path) { facts.update(data: Array(key)) }
    }
    add(String(tree.incomplete.count))
    for part in tree.incomplete {
      add(part.file)
      add(part.message)
    }
    for path in tree.skippedFolders { add(path) }
    return Place(
      keys: keys, report: folder + "/" + Self.hexadecimal(report.finalize()) + Self.reportEnding,
      facts: folder + "/" + Self.hexadecimal(facts.finalize()) + Self.factsEnding)
  }

  private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// What an earlier run reported.
  func report(at place: Place, rules: [RuleManual]) -> AuditReport? {
    content(of: place.report) { bytes in
      // The name stands inside too: an entry that was moved to another name is not taken for that one.
      guard let node = try? JSONReader(maximumBytes: Self.mostReportBytes).read(bytes),
        node["of"]?.string == Self.name(place.report), let report = node["report"]
      else { return nil }
      return KeptReport.report(report, rules: rules)
    }
  }

  /// Only a report that reads back as it is is kept, and none that rests on how busy the machine was.
  /// - Parameter isKnown: every file's judgement was taken over.
  func keep(_ report: AuditReport, at place: Place, isKnown: Bool) {
    let most = isKnown ? Self.mostKnownFindings : Self.mostFindings
    guard report.findings.count <= most, let node = KeptReport.node(report),
      KeptReport.report(node, rules: report.rules) == report
    else { return }
    let bytes = JSONWriter().bytes(["of": .string(Self.name(place.report)), "report": node])
    guard bytes.count <= Self.mostReportBytes else { return }
    keep(bytes, place.report)
    deleteOldest([Self.reportEnding], leaving: Self.mostReports, whenAbove: Self.mostReports)
  }

  /// What an earlier run said of the files of the tree.
  func facts(at place: Place) -> TreeFacts? {
    content(of: place.facts) { TreeFacts($0, for: Self.name(place.facts)) }
  }

  func keep(_ facts: TreeFacts, at place: Place) {
    keep(facts.bytes(for: Self.name(place.facts)), place.facts)
    deleteOldest([Self.factsEnding], leaving: Self.mostFacts, whenAbove: Self.mostFacts)
  }
}
