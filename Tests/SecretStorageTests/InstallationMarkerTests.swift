import Redaction
import SecretStorage
import Testing

@Suite struct InstallationMarkerTests {
  private func marker(_ start: UInt64 = 0) -> InstallationMarker {
    var generator = CountingBytes(value: start)
    return InstallationMarker(using: &generator)
  }

  @Test("A marker comes back from the container's file and from the store, and the form is the documented one")
  func roundTrip() throws {
    #expect(marker().bytes == Array("MARK".utf8) + [1] + (0..<16))
    #expect(InstallationMarker(marker().bytes) == marker())
    #expect(
      try InstallationMarker(reading: marker().secretForm(), named: InstallationMarker.secretName) == marker())
    #expect(marker() != marker(1))
  }

  @Test("Anything else is no marker")
  func strict() {
    let whole = marker().bytes
    for count in 0..<whole.count { #expect(InstallationMarker(whole.prefix(count)) == nil) }
    #expect(InstallationMarker(whole + [0]) == nil)
    #expect(InstallationMarker(Array("MARK".utf8) + [2] + (0..<16)) == nil)
    #expect(InstallationMarker(Array("mARK".utf8) + [1] + (0..<16)) == nil)
    #expect(throws: StorageError.unreadableValue(InstallationMarker.secretName)) {
      try InstallationMarker(reading: Secret(copying: []), named: InstallationMarker.secretName)
    }
  }
}
