import Foundation
import SourceAudit

/// One changed file in a tree that was audited before, and then none: read, judged and reported again with what the
/// cache kept. Each run is a process of its own, from its start to its end, as a user waits for it. The limit is 0.2 s.
enum WarmRun {
  private static let rounds = 21

  static func run(_ corpus: SwiftCorpus) throws {
    try SourceFolder.with(corpus.files) { folder in
      let kept = folder.path + "-cache"
      defer { try? FileManager.default.removeItem(atPath: kept) }
      func audit() throws -> Child.Report { try Child.cached.start(folder, cache: kept) }
      let cold = try audit()
      var warm: [Double] = []
      // Files cost differently: by how many others look into them, and by what has to be judged again for that.
      for round in 0..<Self.rounds {
        let file = corpus.files[corpus.files.count * round / Self.rounds]
        try Data((file.text + "\nlet changed\(round) = \(round)\n").utf8).write(
          to: folder.appendingPathComponent(file.path))
        warm.append(try audit().seconds)
      }
      let same = try (0..<5).map { _ in try audit().seconds }
      let size = try FileManager.default.contentsOfDirectory(atPath: kept).reduce(0) { sum, name in
        sum + ((try FileManager.default.attributesOfItem(atPath: kept + "/" + name)[.size] as? Int) ?? 0)
      }
      print(
        "swift, \(corpus.name), one file changed: \(corpus.lines) lines  \(rounded(warm.sorted()[Self.rounds / 2])) s, "
          + "slowest of \(Self.rounds) files \(rounded(warm.max() ?? 0)) s  limit 0.2   "
          + "nothing changed \(rounded(same.sorted()[2])) s   (whole processes; first run with the cache "
          + "\(rounded(cold.seconds)) s, \(size >> 20) MB kept)")
    }
  }
}
