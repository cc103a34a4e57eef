import DataLifecycle
import Dispatch
import Foundation
import SecurityPolicy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Wipes a folder and kills itself with SIGKILL at an instant of the caller's choosing. Test support.
//
//   WipeProcess ROOT MICROSECONDS     0: is not killed and prints how many microseconds the wipe took
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

guard CommandLine.arguments.count == 3, let delay = Int(CommandLine.arguments[2]) else { exit(64) }
if delay > 0 {
  DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay)) { kill(getpid(), SIGKILL) }
}
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
