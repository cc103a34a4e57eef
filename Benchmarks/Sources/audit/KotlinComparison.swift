import Foundation
import SecurityPolicy
import SourceAudit

/// A million lines of Kotlin and Java beside foxguard (PyPI) on the same files in the same run: the limit is a fifth of
/// its time, and 400 MB. Without foxguard on the PATH the figures stand alone.
enum KotlinComparison {
  static func run(lines: Int, policy: Policy) {
    let files = KotlinCorpus.generated(lines: lines)
    let count = files.reduce(0) { sum, file in sum + file.text.utf8.count { $0 == UInt8(ascii: "\n") } }
    let clock = ContinuousClock()
    let before = peakMegabytes()
    var report: AuditReport?
    let audit = clock.measure { report = Audit().run(SourceTree(files: files), policy: policy) } / .seconds(1)
    let own = peakMegabytes() - before
    let peer = foxguard(files)
    let ratio =
      peer.map { "foxguard \(rounded($0)) s  ratio \(rounded(audit / $0))  limit 0.2" } ?? "no foxguard on the PATH"
    print(
      "kotlin and java: \(count) lines in \(files.count) files  audit \(rounded(audit)) s  \(ratio)   "
        + "(\(own) MB over the texts, limit 400; \(report?.findings.count ?? 0) findings, "
        + "\(report?.incomplete.count ?? 0) not judged)")
  }

  /// Seconds; nil where it is not installed.
  private static func foxguard(_ files: [SourceText]) -> Double? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("audit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      for file in files {
        let place = folder.appendingPathComponent(file.path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: place)
      }
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
    } catch {
      return nil
    }
  }

  /// The most memory that this process ever held, in MB; 0 where the system does not tell.
  private static func peakMegabytes() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1024 } ?? 0
  }
}
