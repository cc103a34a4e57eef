import Foundation
import SecurityPolicy
import SourceAudit

// `audit` beside bare parse-and-walk of the same Swift files in the same run: the limit of this house is 4 times that;
// beside foxguard: a quarter of its time for Swift, a fifth for Kotlin and Java; beside mobsfscan, which is slower.
// Each run is a process of its own.

/// Two decimals, without a locale.
func rounded(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "child", arguments.count >= 3, let child = Child(rawValue: arguments[1]) {
  try child.run(arguments[2], cache: arguments.count > 3 ? arguments[3] : nil)
  exit(0)
}
let folder = arguments.first ?? "../.build/checkouts"
if let packages = SwiftCorpus.checkouts(folder, lines: 205_000) {
  try packages.compare()
} else {
  print("swift, packages: skipped, no checkouts at \(folder)")
}
try SwiftCorpus.generated(lines: 200_000).compare()
// What a million lines of Swift hold in memory.
try Comparison(
  name: "swift, examples", files: SwiftCorpus.generated(lines: 1_000_000).files, rounds: 1, limit: 0.25, hasWalk: true,
  hasPeer: false
).run()
// The peer takes more than five minutes for a million lines of Kotlin that it can read.
try Comparison(
  name: "kotlin and java", files: KotlinCorpus.generated(lines: 100_000), rounds: 3, limit: 0.2, hasWalk: false
).run()
try Comparison(
  name: "kotlin and java", files: KotlinCorpus.generated(lines: 1_000_000), rounds: 3, limit: 0.2, hasWalk: false,
  hasPeer: false
).run()
