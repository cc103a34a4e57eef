import Foundation

/// The peer with the most mobile rules (PyPI), on the same folder in the same run. It takes a minute for what takes the
/// others seconds, so it runs once.
enum Mobsfscan {
  struct Failed: Error { let status: Int32 }

  struct Report {
    let seconds: Double
    /// Files that its parser gave up, wholly or in part.
    let errors: Int
  }

  /// Nil where it is not installed.
  /// - Throws: ``Failed`` when it ends with anything but 0, or prints no JSON: a peer that gives up early is no measure.
  static func run(_ folder: URL) throws -> Report? {
    let run = try Run(
      URL(fileURLWithPath: "/usr/bin/env"), ["mobsfscan", "--no-fail", "--json", folder.path])
    // env found no such program.
    guard run.status != 127 else { return nil }
    guard run.status == 0, let start = run.output.firstIndex(of: "{"),
      let report = try? JSONSerialization.jsonObject(with: Data(run.output[start...].utf8)) as? [String: Any]
    else { throw Failed(status: run.status) }
    return Report(seconds: run.seconds, errors: (report["errors"] as? [Any])?.count ?? 0)
  }
}
