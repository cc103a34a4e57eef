import Foundation
import SecurityPolicy
import SourceAudit

// `audit` beside bare parse-and-walk of the same Swift files in the same run: the limit of this house is 4 times that.
let rounds = 5
let policy = Policy(name: "benchmark", environments: [:])
let clock = ContinuousClock()

func seconds(_ durations: [Duration]) -> Double {
  durations.sorted()[durations.count / 2] / .seconds(1)
}

/// Two decimals, without a locale.
func rounded(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

func compare(_ corpus: SwiftCorpus) throws {
  var bare: [Duration] = []
  var audits: [Duration] = []
  var report: AuditReport?
  let before = PeakMemory.megabytes
  for _ in 0..<rounds {
    bare.append(clock.measure { _ = BareWalk.run(corpus.files) })
    audits.append(clock.measure { report = Audit().run(SourceTree(files: corpus.files), policy: policy) })
  }
  let audit = seconds(audits)
  let peer = Foxguard.seconds(corpus.files).map {
    "foxguard \(rounded($0)) s  ratio \(rounded(audit / $0))  limit 0.25"
  }
  let rate = Int(Double(corpus.lines) / audit / 1000)
  print(
    "swift, \(corpus.name): \(corpus.lines) lines in \(corpus.files.count) files  audit \(rounded(audit)) s  "
      + "bare parse and walk \(rounded(seconds(bare))) s  ratio \(rounded(audit / seconds(bare)))  limit 4  "
      + "\(peer ?? "no foxguard on the PATH")   (\(PeakMemory.megabytes - before) MB over the texts, \(rate) thousand lines per second, \(report?.findings.count ?? 0) findings, "
      + "\(report?.incomplete.count ?? 0) not judged)")
  try WarmRun.run(corpus, policy: policy)
}

let folder = CommandLine.arguments.dropFirst().first ?? "../.build/checkouts"
if let packages = SwiftCorpus.checkouts(folder, lines: 205_000) {
  try compare(packages)
} else {
  print("swift, packages: skipped, no checkouts at \(folder)")
}
try compare(.generated(lines: 200_000))
KotlinComparison.run(lines: 1_000_000, policy: policy)
