import Foundation

/// The fastest peer (PyPI), on the same folder in the same run.
enum Foxguard {
  struct Failed: Error { let status: Int32 }

  struct Report {
    let seconds: Double
    /// Files that it gave up, mostly because its parser did not understand them: it judged nothing in them.
    let skipped: Int
  }

  /// Nil where it is not installed.
  /// - Throws: ``Failed`` when it ends with anything but 0 and 1, its words for no findings and some: a peer that gives
  ///   up early is no measure.
  static func run(_ folder: URL) throws -> Report? {
    let run = try Run(URL(fileURLWithPath: "/usr/bin/env"), ["foxguard", folder.path], keepsErrors: true)
    switch run.status {
    case 0, 1: return Report(seconds: run.seconds, skipped: skipped(run.output))
    // env found no such program.
    case 127: return nil
    default: throw Failed(status: run.status)
    }
  }

  /// `Skipped 8 files: 8 parse errors.`
  private static func skipped(_ output: String) -> Int {
    let line = output.split(separator: "\n").first { $0.hasPrefix("Skipped ") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
