import Foundation
import SourceAudit

/// One corpus: the audit, the peers and, for Swift, a bare parse and walk, each a process over the same folder, in turns.
struct Comparison {
  let name: String
  let files: [SourceText]
  let rounds: Int
  /// The most that the audit may take of the peer's time.
  let limit: Double
  let hasWalk: Bool
  var hasPeer = true

  func run() throws {
    try SourceFolder.with(files) { folder in
      var audits: [Child.Report] = []
      var walks: [Double] = []
      var peers: [Foxguard.Report] = []
      for _ in 0..<rounds {
        if hasWalk { walks.append(try Child.walk.start(folder).seconds) }
        audits.append(try Child.audit.start(folder))
        if hasPeer, let peer = try Foxguard.run(folder) { peers.append(peer) }
      }
      let slow = hasPeer ? try Mobsfscan.run(folder) : nil
      let audit = median(audits.map(\.seconds))
      guard let last = audits.last else { return }
      var facts = ["\(name): \(last.lines) lines in \(last.files) files", "audit \(rounded(audit)) s"]
      if hasWalk {
        let walk = median(walks)
        facts.append("bare parse and walk \(rounded(walk)) s  ratio \(rounded(audit / walk))  limit 4")
      }
      facts.append(
        peers.isEmpty
          ? (hasPeer ? "no foxguard on the PATH" : "without the peer")
          : "foxguard \(rounded(median(peers.map(\.seconds)))) s, \(peers.last?.skipped ?? 0) files skipped  "
            + "ratio \(rounded(audit / median(peers.map(\.seconds))))  limit \(rounded(limit))")
      if hasPeer {
        facts.append(
          slow.map {
            "mobsfscan \(rounded($0.seconds)) s (once), \($0.errors) parse errors  ratio \(rounded(audit / $0.seconds))"
          } ?? "no mobsfscan on the PATH")
      }
      facts.append(
        "(whole processes, peak \(audits.map(\.megabytes).max() ?? 0) MB, limit for a million lines 400; "
          + "\(last.findings) findings, \(last.notJudged) not judged)")
      print(facts.joined(separator: "  "))
    }
  }

  private func median(_ seconds: [Double]) -> Double { seconds.sorted()[seconds.count / 2] }
}
