import DataLifecycle
import Dispatch
import Foundation
import SecurityPolicy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Wipes a folder, or writes a sealed log, and kills itself with SIGKILL at an instant of the caller's choosing. Test
// support.
//
//   WipeProcess ROOT MICROSECONDS             0: is not killed and prints how many microseconds the wipe took
//   WipeProcess log ROOT MICROSECONDS FIRST   writes lines with numbers from FIRST on; prints each that is written
//
// ROOT holds `files` (with a `key`), `cache`, `keys` and `journal`. Exit: 0 complete, 3 pending, 4 refused.

func plan(_ root: String) throws -> WipePlan {
  guard let files = WipeTargetName("files"), let cache = WipeTargetName("cache") else { exit(4) }
  let targets: [any WipeTarget] = [
    FolderWipe(name: files, kind: .temporaryFiles, folder: root + "/files", keyFiles: ["key"]),
    CacheWipe(name: cache, folder: root + "/cache", keys: CacheKeyFile(folder: root + "/keys")),
  ]
  let others = UserDataKind.allCases.filter { $0 != .temporaryFiles && $0 != .caches }
  return try WipePlan(targets: targets, absent: Dictionary(uniqueKeysWithValues: others.map { ($0, "a test") }))
}

func wipe(_ root: String) async throws -> WipeOutcome {
  let (wipe, opening) = try Wipe.open(plan: plan(root), journal: WipeJournalFile(folder: root + "/journal"))
  switch opening {
  case .clear: return try await wipe.run(.logout)
  case .pending(let pending): return try await pending.resume()
  }
}

/// Until the process is killed; straight to the pipe: what a buffer holds dies with the process.
func writeLog(_ root: String, from first: Int) async throws {
  let log = try await SealedLog.open(
    LogFileRequirement(name: "log", bytes: 16 << 10, days: 4), folder: root + "/log",
    keys: CacheKeyFile(folder: root + "/keys"), access: nil, now: Date(), random: SystemRandomNumberGenerator())
  for number in first... {
    log.append("line \(number) " + String(repeating: "x", count: number % 97), now: Date())
    guard log.lostLines == 0 else { exit(5) }
    let line = Array("\(number)\n".utf8)
    _ = write(1, line, line.count)
  }
}

func killSelf(after microseconds: Int) {
  DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(microseconds)) { kill(getpid(), SIGKILL) }
}

if CommandLine.arguments.count == 5, CommandLine.arguments[1] == "log", let delay = Int(CommandLine.arguments[3]),
  let first = Int(CommandLine.arguments[4])
{
  killSelf(after: delay)
  do { try await writeLog(CommandLine.arguments[2], from: first) } catch { exit(4) }
}
guard CommandLine.arguments.count == 3, let delay = Int(CommandLine.arguments[2]) else { exit(64) }
if delay > 0 { killSelf(after: delay) }
let clock = ContinuousClock()
let start = clock.now
do {
  switch try await wipe(CommandLine.arguments[1]) {
  case .complete:
    if delay == 0 { print(Int(start.duration(to: clock.now) / .microseconds(1))) }
    exit(0)
  case .pending: exit(3)
  }
} catch { exit(4) }
