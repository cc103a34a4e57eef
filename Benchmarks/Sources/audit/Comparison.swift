import Foundation
import SourceAudit

/// One corpus: the audit, the peer and, for Swift, a bare parse and walk, each a process over the same folder, in turns.
struct Comparison {
  let name: String
  let files: [SourceText]
  let rounds: Int
  /// The most that the audit may take of the peer's time.
  let limit: Double
  let hasWalk: Bool

  func run() throws {
    try SourceFolder.with(files) { folder in
      var audits: [Child.Report] = []
      var walks: [Double] = []
      var peers: [Double] = []
      for _ in 0..<rounds {
        if hasWalk { walks.append(try Child.walk.start(folder).seconds) }
        audits.append(try Child.audit.start(folder))
        if let peer = try Foxguard.seconds(folder) { peers.append(peer) }
      }
      let audit = median(audits.map(\.seconds))
      guard let last = audits.last else { return }
      var facts = ["\(name): \(last.lines) lines in \(last.files) files", "audit \(rounded(audit)) s"]
      if hasWalk {
        let walk = median(walks)
        facts.append("bare parse and walk \(rounded(walk)) s  ratio \(rounded(audit / walk))  limit 4")
      }
      facts.append(
        peers.isEmpty
          ? "no foxguard on the PATH"
          : "foxguard \(rounded(median(peers))) s  ratio \(rounded(audit / median(peers)))  limit \(rounded(limit))")
      facts.append(
        "(whole processes, peak \(audits.map(\.megabytes).max() ?? 0) MB, limit for a million lines 400; "
          + "\(last.findings) findings, \(last.notJudged) not judged)")
      print(facts.joined(separator: "  "))
    }
  }

  private func median(_ seconds: [Double]) -> Double { seconds.sorted()[seconds.count / 2] }
}
