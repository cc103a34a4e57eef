import Dispatch
import Foundation

/// Signed updates are read by a target of their own, and none is in force here.
public struct VerifiedPinUpdate: Sendable, Hashable {
  let hosts: [ServerHost: PinSet] = [:]
  let withdrawn: [ServerHost: Set<ServerPin>] = [:]
  func isLive(at now: Date) -> Bool { false }
}

/// Whole chains, one certificate after the other as a server sends them, judged for an anchor whose key is gone: whatever
/// holds was signed before, every byte of its path. A signature that changed counts for nothing.
struct ChainTarget {
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let host: ServerHost
  let genuine: Set<[UInt8]>
  let seeds: [[[UInt8]]]
  let anchors: AnchorStore
  let trust: TrustEvaluation

  init() throws {
    func seed(_ name: String) throws -> [[UInt8]] {
      Self.certificates(in: [UInt8](try Data(contentsOf: URL(filePath: "Fuzz/Seeds/PresentedChain/\(name)"))))
    }
    let anchor = try seed("anchor")
    host = try ServerHost("localhost")
    seeds = [try seed("three"), try seed("two"), try seed("rsa")]
    genuine = Set(seeds.joined()).union(anchor)
    anchors = try AnchorStore(anchor)
    trust = try TrustEvaluation(anchors: .certificates(anchor), pinning: .insecureUnpinned)
  }

  /// Each certificate says its length in its bytes 2 and 3; the last one may be cut off.
  static func certificates(in bytes: [UInt8]) -> [[UInt8]] {
    var (rest, found) = (bytes[...], [[UInt8]]())
    while let start = rest.indices.first, rest.count >= 4 {
      let count = 4 + Int(rest[start + 2]) << 8 + Int(rest[start + 3])
      found.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return found
  }

  /// The rules for paths look at whatever can be read, in the order in which it came, also where no signature fits.
  func judge(_ chain: [[UInt8]]) async -> TrustDecision {
    if let presented = try? PresentedChain(chain, at: now) {
      let rules = PathRules(name: host)
      _ = rules.broken(in: [presented.leaf.certificate] + presented.issuers.map(\.certificate), now: now)
      _ = presented.dead(anchors: anchors, understood: rules)
    }
    let decision = await trust.evaluate(chain: chain, host: host, now: now)
    if decision.verdict == .holds, !decision.validatedChain.allSatisfy(genuine.contains) { fatalError("forged") }
    return decision
  }

  /// Returns when the body has: libFuzzer calls from outside of any task.
  func wait(_ body: @escaping @Sendable (ChainTarget) async -> Void) {
    let (target, done) = (self, DispatchSemaphore(value: 0))
    Task.detached {
      await body(target)
      done.signal()
    }
    done.wait()
  }
}

/// Nothing would be tried if the seeds themselves did not hold.
let target: ChainTarget = {
  guard let target = try? ChainTarget() else { fatalError("no seeds: run it at the root of the repository") }
  target.wait { target in
    for seed in target.seeds {
      guard await target.judge(seed).verdict == .holds else { fatalError("a seed does not hold") }
    }
  }
  return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let chain = ChainTarget.certificates(in: Array(UnsafeBufferPointer(start: start, count: count)))
  target.wait { _ = await $0.judge(chain) }
  return 0
}
