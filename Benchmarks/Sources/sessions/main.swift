import Foundation
import TrustServer

// What sessions cost, each beside a peer in the same run; the parts to run as arguments, default all.
//   refresh   rotation on SQLite beside bare GRDB transactions of the same rows
//   check     an access token on a protected request beside OpenSSL's RSA verification, with keys of 2048 and 3072 bits; again after 3 s
//   callers   ten thousand callers on a device, one exchange
//   decisions a signed report, judged, kept and answered, beside its ECDSA verification and bare writes of the same rows
//   postgres  rotation on PostgreSQL beside pgbench (with MANTLET_POSTGRES)
let folder = FileManager.default.temporaryDirectory.path + "/mantlet-bench-\(UUID().uuidString)"
try FileManager.default.createDirectory(
  atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
defer { try? FileManager.default.removeItem(atPath: folder) }
let chosen = CommandLine.arguments.dropFirst()
func isChosen(_ part: String) -> Bool { chosen.isEmpty || chosen.contains(part) }
if isChosen("refresh") { try await RotationBenchmark(folder: folder).run() }
if isChosen("check") { try await CheckBenchmark(folder: folder).run() }
if isChosen("callers") { try await CallersBenchmark().run() }
if isChosen("decisions") { try await DecisionBenchmark(folder: folder).run() }
if isChosen("postgres") {
  if let connection = ProcessInfo.processInfo.environment["MANTLET_POSTGRES"] {
    do {
      try await PostgresBenchmark(connection: connection, folder: folder).run()
    } catch let error as StoreError {
      print("refresh on PostgreSQL: \(error)")
      try? FileManager.default.removeItem(atPath: folder)
      exit(1)
    }
  } else {
    print("refresh on PostgreSQL: skipped, no MANTLET_POSTGRES")
  }
}
