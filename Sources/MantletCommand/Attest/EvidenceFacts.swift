import AttestationVerification
import Foundation
import UntrustedInput

/// Attested facts as the command prints them: only those that the evidence states.
enum EvidenceFacts {
  typealias Row = (name: String, value: JSONNode)

  static func rows(_ facts: AttestedFacts) -> [Row] {
    var rows: [Row] = []
    func add(_ name: String, _ value: String?) {
      if let value { rows.append((name, .string(value))) }
    }
    add("environment", facts.environment?.rawValue)
    add("category", facts.category?.description)
    if !facts.appIdentifiers.isEmpty { rows.append(("app", .strings(facts.appIdentifiers))) }
    if !facts.appSigningDigests.isEmpty {
      rows.append(("appSigningDigests", .strings(facts.appSigningDigests.map { hex($0) })))
    }
    add("appVersion", facts.appVersion)
    add("osVersion", facts.osVersion)
    add("osBuild", facts.osBuild)
    add("osPatchLevel", facts.osPatchLevel?.description)
    add("vendorPatchLevel", facts.vendorPatchLevel?.description)
    add("bootPatchLevel", facts.bootPatchLevel?.description)
    if let level = facts.sdkLevel { rows.append(("sdkLevel", .integer(Int64(level)))) }
    add("bootState", facts.bootState.map { "\($0)" })
    if let isLocked = facts.isBootloaderLocked { rows.append(("isBootloaderLocked", JSONNode(.bool(isLocked)))) }
    add("securityLevel", facts.securityLevel?.rawValue)
    add("provisioning", facts.provisioning?.rawValue)
    add("keyID", facts.keyID.map { Data($0).base64EncodedString() })
    add("publicKey", facts.publicKey.map { Data($0).base64EncodedString() })
    if let play = facts.play { rows += self.rows(play) }
    return rows
  }

  private static func rows(_ play: PlayIntegrityFacts) -> [Row] {
    var rows: [Row] = [
      ("requestedAt", .string(play.requestedAt.formatted(.iso8601))),
      ("deviceVerdicts", .strings(play.deviceVerdicts.map(\.rawValue).sorted())),
    ]
    let words: [(String, String?)] = [
      ("appRecognition", play.appRecognition?.rawValue), ("licensing", play.licensing?.rawValue),
      ("playProtect", play.playProtect), ("recentActivity", play.recentActivity),
    ]
    for (name, word) in words { if let word { rows.append((name, .string(word))) } }
    if !play.appAccessRisk.isEmpty { rows.append(("appAccessRisk", .strings(play.appAccessRisk))) }
    return rows
  }

  static func rows(_ receipt: VerifiedAppReceipt) -> [Row] {
    var rows: [Row] = [
      ("type", .string(receipt.kind.rawValue)), ("app", .string(receipt.appID)),
      ("createdAt", .string(receipt.createdAt.formatted(.iso8601))),
      ("expiresAt", .string(receipt.expiresAt.formatted(.iso8601))),
      ("publicKey", .string(Data(receipt.publicKey).base64EncodedString())),
    ]
    if let environment = receipt.environment { rows.append(("environment", .string(environment.rawValue))) }
    if let date = receipt.notBefore { rows.append(("notBefore", .string(date.formatted(.iso8601)))) }
    if let metric = receipt.riskMetric { rows.append(("riskMetric", .integer(Int64(metric)))) }
    return rows
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
