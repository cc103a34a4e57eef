import Foundation
import SecurityPolicy
import SourceAudit

/// What this program does when it starts itself: one audit, or one bare walk, in a process of its own, so that no
/// earlier work counts among its memory.
enum Child: String {
  case audit, cached, walk

  struct NoCache: Error {}

  /// What one run prints and the other side reads.
  struct Report {
    let seconds: Double
    let lines: Int
    let files: Int
    let findings: Int
    let notJudged: Int
    /// The most memory that the process ever held, the texts of the sources among it.
    let megabytes: Int
  }

  /// Reads the folder, works, and prints lines, files, findings, files not judged and the peak.
  func run(_ folder: String, cache: String?) throws {
    let tree = try SourceTree.read(folder: folder)
    let lines = tree.files.reduce(0) { sum, file in sum + file.text.utf8.count { $0 == UInt8(ascii: "\n") } }
    var counts = (findings: 0, notJudged: 0)
    switch self {
    case .audit, .cached:
      let kept = try cache.map { path in
        guard let cache = AuditCache(folder: path) else { throw NoCache() }
        return cache
      }
      let report = Audit().run(tree, policy: Policy(name: "benchmark", environments: [:]), cache: kept)
      counts = (report.findings.count, report.incomplete.count)
    case .walk: _ = BareWalk.run(tree.files)
    }
    print(lines, tree.files.count, counts.findings, counts.notJudged, PeakMemory.megabytes)
  }

  struct Failed: Error { let kind: String, status: Int32 }

  /// Starts this program anew.
  func start(_ folder: URL, cache: String? = nil) throws -> Report {
    guard let program = Bundle.main.executableURL else { throw Failed(kind: rawValue, status: 127) }
    let run = try Run(program, ["child", rawValue, folder.path] + [cache].compactMap { $0 })
    let numbers = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard run.status == 0, numbers.count == 5 else { throw Failed(kind: rawValue, status: run.status) }
    return Report(
      seconds: run.seconds, lines: numbers[0], files: numbers[1], findings: numbers[2], notJudged: numbers[3],
      megabytes: numbers[4])
  }
}
