import Foundation

/// The fastest peer (PyPI), on the same folder in the same run.
enum Foxguard {
  struct Failed: Error { let status: Int32 }

  /// Nil where it is not installed.
  /// - Throws: ``Failed`` when it ends with anything but 0 and 1, its words for no findings and some: a peer that gives
  ///   up early is no measure.
  static func seconds(_ folder: URL) throws -> Double? {
    let run = try Run(URL(fileURLWithPath: "/usr/bin/env"), ["foxguard", folder.path], keepsOutput: false)
    switch run.status {
    case 0, 1: return run.seconds
    // env found no such program.
    case 127: return nil
    default: throw Failed(status: run.status)
    }
  }
}
