import Foundation
import Logging
import Mantlet
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

@Suite struct TrustNoteLogTests {
  private final class Lines: Sendable { let kept = Mutex<[String]>([]) }

  private struct Recorder: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) { lines.kept.withLock { $0.append("\(event.level) \(event.message)") } }
  }

  private static let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func decision(_ pinning: PinPolicy, _ root: TestAuthority, at now: Date) async throws -> TrustDecision {
    let end = Self.start.addingTimeInterval(86_400 * 30)
    let leaf = try root.issue(.init(notBefore: Self.start, notAfter: end))
    let trust = try TrustEvaluation(anchors: .certificates([root.certificateDER]), pinning: pinning)
    return await trust.evaluate(chain: [leaf.certificateDER], host: try ServerHost("localhost"), now: now)
  }

  @Test("Each kind of note is logged once, and a decision without any is not")
  func oncePerKind() async throws {
    let lines = Lines()
    let log = TrustNoteLog { Logger(label: "test") { _ in Recorder(lines: lines) } }
    let now = Self.start.addingTimeInterval(86_400)
    let root = try TestAuthority(
      name: "root", notBefore: Self.start, notAfter: Self.start.addingTimeInterval(86_400 * 30))
    let (own, other) = (try ServerPin(certificateDER: root.certificateDER), try ServerPin(digest: .init(1...32)))
    log.hear(try await decision(PinPolicy(PinSet([own, other])), root, at: now))
    #expect(lines.kept.withLock { $0 } == [])
    let reserve = try await decision(PinPolicy(PinSet([other, own])), root, at: now)
    for _ in 0..<3 { log.hear(reserve) }
    #expect(lines.kept.withLock { $0 } == ["warning \(TrustNote.backupPinOnly)"])
    log.hear(try await decision(.insecureUnpinned, root, at: now))
    log.hear(reserve)
    #expect(lines.kept.withLock { $0 } == ["warning \(TrustNote.backupPinOnly)", "warning \(TrustNote.unpinned)"])
  }
}
