import Foundation
import SecurityPolicy
import SourceAudit

/// One changed file in a tree that was audited before, and then none: read, judged and reported again with what the
/// cache kept. The limit is 0.2 s.
enum WarmRun {
  static func run(_ corpus: SwiftCorpus, policy: Policy) throws {
    try SourceFolder.with(corpus.files) { folder in
      let kept = folder.path + "-cache"
      defer { try? FileManager.default.removeItem(atPath: kept) }
      guard let cache = AuditCache(folder: kept) else { return print("warm run: skipped, no cache at \(kept)") }
      let clock = ContinuousClock()
      func audit() throws -> (seconds: Double, findings: Int) {
        let start = clock.now
        let report = Audit().run(try SourceTree.read(folder: folder.path), policy: policy, cache: cache)
        return (start.duration(to: clock.now) / .seconds(1), report.findings.count)
      }
      let cold = try audit()
      var warm: [Double] = []
      for round in 0..<5 {
        let file = corpus.files[corpus.files.count / 2]
        try Data((file.text + "\nlet changed\(round) = \(round)\n").utf8).write(
          to: folder.appendingPathComponent(file.path))
        warm.append(try audit().seconds)
      }
      let same = try (0..<5).map { _ in try audit().seconds }
      let size = try FileManager.default.contentsOfDirectory(atPath: kept).reduce(0) { sum, name in
        sum + ((try FileManager.default.attributesOfItem(atPath: kept + "/" + name)[.size] as? Int) ?? 0)
      }
      print(
        "swift, \(corpus.name), one file changed: \(corpus.lines) lines  \(rounded(warm.sorted()[2])) s  limit 0.2   "
          + "nothing changed \(rounded(same.sorted()[2])) s   (first run with the cache \(rounded(cold.seconds)) s, \(size >> 20) MB kept)"
      )
    }
  }
}
