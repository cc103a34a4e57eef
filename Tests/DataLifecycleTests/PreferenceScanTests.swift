import DataLifecycle
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct PreferenceScanTests {
  @Test(
    "What looks like a secret is found, with the reason",
    arguments: [
      ("authToken", "abc", PreferenceFinding.Reason.secretName), ("user_password", "x", .secretName),
      ("login.pin", "1", .secretName), ("api-key", "k", .secretName), ("clientSecret", "k", .secretName),
      ("last", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", .secretValue), ("header", "Bearer abcdef", .secretValue),
      ("user", "jane@example.org", .secretValue), ("state", "{\"refresh_token\":\"abc\"}", .secretValue),
      ("pem", "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----", .secretValue),
      ("check", "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8", .hexadecimal),
      ("device", "0A4D3E5C-9B2F-4E60-8A31-7C1D2E3F4A5B", .identifier),
      ("device2", "\"0A4D3E5C-9B2F-4E60-8A31-7C1D2E3F4A5B\"", .identifier),
      ("blob", "q83vEjRWeJq83vEjRWeJAbCdEfGhIjKlMnOpQrStUvWx==", .base64),
    ])
  func found(name: String, value: String, reason: PreferenceFinding.Reason) {
    #expect(PreferenceScan().findings(in: [name: value]) == [PreferenceFinding(name: name, reason: reason)])
  }

  @Test(
    "What settings look like is left in peace",
    arguments: [
      ("scheme", "\"dark\""), ("columns", "3"), ("title", "My sleep week, at a glance and in colour"),
      ("lastOpened", "2025-06-15T10:00:00Z"), ("AppleLanguages", "de-DE, en-GB"), ("empty_password", ""),
      ("com.apple.springboard.animation.identifier", "default"), ("layout", "{\"columns\":3}"), ("pinned", "true"),
    ])
  func quiet(name: String, value: String) {
    #expect(PreferenceScan().findings(in: [name: value]) == [])
  }

  @Test("The verdict fails with a finding, holds without, and is undetermined when the store cannot be read")
  func verdict() {
    let scan = PreferenceScan()
    #expect(scan.verdict(on: InMemoryPreferences(["scheme": "dark"])) == .holds)
    guard case .fails = scan.verdict(on: InMemoryPreferences(["token": "x"])) else {
      Issue.record("missed")
      return
    }
    guard case .undetermined = scan.verdict(on: Unreadable()) else {
      Issue.record("called clean")
      return
    }
  }
}

private struct Unreadable: PreferenceStore {
  func text(of name: PreferenceName) throws(LifecycleError) -> String? { throw .notReadable(5) }
  func set(_ text: String?, of name: PreferenceName) throws(LifecycleError) { throw .notReadable(5) }
  func entries() throws(LifecycleError) -> [String: String] { throw .notReadable(5) }
  func removeAll() throws(LifecycleError) { throw .notReadable(5) }
}
