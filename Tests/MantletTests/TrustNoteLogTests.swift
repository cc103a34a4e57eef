import Foundation
import Logging
import Mantlet
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct TrustNoteLogTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func decision(_ pinning: PinPolicy, _ root: TestAuthority, at now: Date) async throws -> TrustDecision {
    let end = Self.start.addingTimeInterval(86_400 * 30)
    let leaf = try root.issue(.init(notBefore: Self.start, notAfter: end))
    let trust = try TrustEvaluation(anchors: .certificates([root.certificateDER]), pinning: pinning)
    return await trust.evaluate(chain: [leaf.certificateDER], host: try ServerHost("localhost"), now: now)
  }

  @Test("Each kind of note is logged once, and a decision without any is not")
  func oncePerKind() async throws {
    let lines = RecordedLines()
    let log = TrustNoteLog { Logger(label: "test") { _ in LogRecorder(lines: lines, logLevel: .trace) } }
    let now = Self.start.addingTimeInterval(86_400)
    let root = try TestAuthority(
      name: "root", notBefore: Self.start, notAfter: Self.start.addingTimeInterval(86_400 * 30))
    let (own, other) = (try ServerPin(certificateDER: root.certificateDER), try ServerPin(digest: .init(1...32)))
    log.hear(try await decision(PinPolicy(PinSet([own, other])), root, at: now))
    #expect(lines.all == [])
    let reserve = try await decision(PinPolicy(PinSet([other, own])), root, at: now)
    for _ in 0..<3 { log.hear(reserve) }
    #expect(lines.all == ["warning \(TrustNote.backupPinOnly)"])
    log.hear(try await decision(.insecureUnpinned, root, at: now))
    log.hear(reserve)
    #expect(lines.all == ["warning \(TrustNote.backupPinOnly)", "warning \(TrustNote.unpinned)"])
  }
}
