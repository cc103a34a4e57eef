import SecurityPolicy
import Testing
import UntrustedInput

@Suite("The section notifications of a policy")
struct NotificationPolicyTests {
  @Test("Without the section notifications show templates, after a touch and a permission")
  func standard() throws {
    let policy = try PolicyDocument.read(PolicyText.with())
    #expect(policy.notifications.lockScreen == .template)
    #expect(policy.notifications.permission == .onUserAction && policy.notifications.push == .afterPermission)
  }

  @Test("The section is read, reaches the device, and is read back from there")
  func section() throws {
    let section = #""notifications": {"lockScreen": "generic", "permission": "never", "push": "never"}"#
    let policy = try PolicyDocument.read(PolicyText.with(section))
    #expect(policy.notifications.lockScreen == .generic)
    #expect(policy.notifications.permission == .never && policy.notifications.push == .never)
    let slice = try #require(policy.slice(for: .prod))
    #expect(slice.notifications == policy.notifications)
    #expect(try PolicySlice(reading: slice.bytes) == slice)
    #expect(try PolicyDocument.read(JSONWriter().bytes(PolicyDocument.write(policy))) == policy)
  }

  @Test("A section that says nothing but defaults changes neither bytes nor digest")
  func unchanged() throws {
    let without = try #require(try PolicyDocument.read(PolicyText.with()).slice(for: .prod))
    let with = try PolicyDocument.read(PolicyText.with(#""notifications": {"lockScreen": "template"}"#))
    #expect(with.slice(for: .prod)?.digest == without.digest)
    #expect(!String(decoding: without.bytes, as: UTF8.self).contains("notifications"))
  }

  @Test("A slice that spells the defaults out is not canonical")
  func canonical() throws {
    let slice = try #require(try PolicyDocument.read(PolicyText.with()).slice(for: .prod))
    let section = #""notifications":{"lockScreen":"template","permission":"onUserAction","push":"afterPermission"},"#
    let text = String(decoding: slice.bytes, as: UTF8.self).replacing(
      #""connection""#, with: section + #""connection""#)
    #expect(throws: PolicyError.notCanonical) { try PolicySlice(reading: Array(text.utf8)) }
  }

  @Test("Unknown words and keys are refused with their place")
  func refused() {
    let known = "one of template, generic, none"
    #expect(
      throws: PolicyError.malformed(
        path: "notifications.lockScreen", expected: known, at: TextPosition(line: 2, column: 34))
    ) {
      try PolicyDocument.read(PolicyText.with(#""notifications": {"lockScreen": "all"}"#))
    }
    #expect(throws: PolicyError.unknownKey(path: "notifications", at: TextPosition(line: 2, column: 20))) {
      try PolicyDocument.read(PolicyText.with(#""notifications": {"provisional": true}"#))
    }
  }
}
