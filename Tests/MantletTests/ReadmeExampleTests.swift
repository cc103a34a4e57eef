import DataLifecycle
import Foundation
import Mantlet
import Redaction
import SealedRecords
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReadmeExampleTests {
  private final class Seen: Sendable {
    let token = Mutex("")
    let isUnlocked = Mutex(false)
  }

  @Test("The storage example of the README does what it says")
  func storage() async throws {
    let stage = try await Stage()
    let (shield, answer, typed) = (stage.shield, "eyJhbGciOiJSUzI1NiJ9", "471100")
    let bed = Date(timeIntervalSince1970: 1_800_000_000)
    let seen = Seen()
    func use(_ token: String) { seen.token.withLock { $0 = token } }
    func unlock() { seen.isUnlocked.withLock { $0 = true } }
    // README begins
    // a token of another service
    let name = SecretName(constant: "partner.token")
    let key = try SecretKey<TokenText>(name, under: shield.slice.storage)
    if let token = TokenText(copying: answer) { try await shield.secrets.write(token, to: key) }
    if let token = try await shield.secrets.read(key) { token.withExposedText { use($0) } }

    // a PIN: what rests is its scrypt hash, keyed with a secret of this device
    if let pin = PIN(copying: typed) { try await shield.pin.set(pin) }
    if let pin = PIN(copying: typed), try await shield.pin.check(pin) == .holds { unlock() }

    // a night
    let night = try SleepLogEntry(
      id: UUID(), bedTime: bed, sleepTime: bed + 900, wakeTime: bed + 27_000, riseTime: bed + 27_600, quality: 4)
    try await shield.records().insert(night, now: Date())
    let month = try await shield.records().entries(SleepLogEntry.self, in: bed - 30 * 86_400..<bed + 1)

    // and a logout that leaves nothing: keys first, journalled, read back
    let report = try await shield.logOut()
    // README ends
    #expect(seen.token.withLock { $0 } == answer)
    #expect(seen.isUnlocked.withLock { $0 })
    #expect(month == [night])
    #expect(report.isComplete)
    #expect(await stage.secrets.names().map(\.text) == ["device-key", "installation.marker"])
  }

  @Test("The README shows exactly the example that runs here, in under 20 lines")
  func same() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shown = try Self.block(of: root.appending(path: "README.md"), from: "<!-- storage -->", to: "<!-- end -->")
      .filter { !$0.hasPrefix("```") }
    let run = try Self.block(of: URL(filePath: #filePath), from: "// README begins", to: "// README ends")
    #expect(shown == run)
    #expect(run.filter { !$0.hasPrefix("//") }.count < 20)
  }

  /// The lines between two marks, without their indentation and without empty ones.
  private static func block(of file: URL, from first: String, to last: String) throws -> [String] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let start = try #require(lines.firstIndex(of: first))
    let end = try #require(lines[start...].firstIndex(of: last))
    return lines[(start + 1)..<end].filter { !$0.isEmpty }
  }
}
