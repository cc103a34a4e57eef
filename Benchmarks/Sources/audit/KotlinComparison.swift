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
    let before = PeakMemory.megabytes
    var report: AuditReport?
    let audit = clock.measure { report = Audit().run(SourceTree(files: files), policy: policy) } / .seconds(1)
    let own = PeakMemory.megabytes - before
    let peer = Foxguard.seconds(files)
    let ratio =
      peer.map { "foxguard \(rounded($0)) s  ratio \(rounded(audit / $0))  limit 0.2" } ?? "no foxguard on the PATH"
    print(
      "kotlin and java: \(count) lines in \(files.count) files  audit \(rounded(audit)) s  \(ratio)   "
        + "(\(own) MB over the texts, limit 400; \(report?.findings.count ?? 0) findings, "
        + "\(report?.incomplete.count ?? 0) not judged)")
  }
}
