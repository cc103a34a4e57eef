import Foundation
import PeerMesh
import UntrustedInput

/// What may be said about a key without saying the key.
struct PSKFacts {
  private let rows: [(String, String)]

  init(_ key: MeshKey) {
    self.init(
      mission: key.mission, suite: key.suite, epoch: key.epoch, start: key.notBefore, end: key.notAfter,
      authority: key.authority, fingerprint: key.fingerprint)
  }

  init(_ key: PendingMeshKey) {
    self.init(
      mission: key.mission, suite: key.suite, epoch: key.epoch, start: key.notBefore, end: key.notAfter,
      authority: key.authority, fingerprint: key.fingerprint)
  }

  private init(
    mission: String, suite: MeshSuite, epoch: UInt32, start: MeshTime?, end: MeshTime?, authority: MeshDeviceKey?,
    fingerprint: KeyFingerprint
  ) {
    rows = [
      ("mission", mission), ("suite", suite == .noise ? "noise" : "seed"), ("epoch", "\(epoch)"),
      ("begins", start.map { Self.date($0) } ?? "before all"), ("ends", end.map { Self.date($0) } ?? "never"),
      ("authority", authority == nil ? "none: a new key comes by hand" : "a device may change the key over the mesh"),
      ("fingerprint", "\(fingerprint)"), ("words", fingerprint.words),
    ]
  }

  private static func date(_ time: MeshTime) -> String {
    Date(timeIntervalSince1970: Double(time) / 1000).formatted(.iso8601)
  }

  func print(json: Bool, to errors: Bool = false) {
    guard !json else {
      return StandardOutput.print(JSONNode(.object(rows.map { JSONMember($0.0, .string($0.1)) })))
    }
    for (name, text) in rows {
      let line = name + String(repeating: " ", count: 13 - name.count) + text
      if errors { StandardError.print(line) } else { StandardOutput.print(line) }
    }
  }
}
