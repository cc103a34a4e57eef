import Foundation
import SourceAudit

/// The fastest peer (PyPI), on the same files in the same run.
enum Foxguard {
  /// Nil where it is not installed.
  static func seconds(_ files: [SourceText]) -> Double? {
    try? SourceFolder.with(files) { folder -> Double? in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["foxguard", folder.path]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let began = ContinuousClock.now
      try process.run()
      process.waitUntilExit()
      // 127: env found no such program.
      return process.terminationStatus == 127 ? nil : began.duration(to: .now) / .seconds(1)
    }
  }
}
