import SecretStorage
import Testing

@Suite struct InstallationStateTests {
  private static func marker(_ start: UInt64) -> InstallationMarker {
    var generator = CountingBytes(value: start)
    return InstallationMarker(using: &generator)
  }

  private static let (mine, other) = (marker(0), marker(100))
  private static let table: [(ContainerTrace, StoreTrace, InstallationState)] = [
    (.empty, .readable(marker: nil, leftovers: false), .firstInstall),
    (.empty, .readable(marker: nil, leftovers: true), .reinstalled),
    (.empty, .readable(marker: mine, leftovers: false), .reinstalled),
    (.empty, .readable(marker: mine, leftovers: true), .reinstalled),
    (.marked(mine), .readable(marker: mine, leftovers: true), .sameInstallation),
    (.marked(mine), .readable(marker: mine, leftovers: false), .sameInstallation),
    (.marked(mine), .readable(marker: other, leftovers: true), .reinstalled),
    (.marked(mine), .readable(marker: nil, leftovers: true), .incompletelyMarked),
    (.marked(mine), .readable(marker: nil, leftovers: false), .incompletelyMarked),
    (.unmarked, .readable(marker: nil, leftovers: true), .incompletelyMarked),
    (.unmarked, .readable(marker: mine, leftovers: true), .incompletelyMarked),
    (.unmarked, .readable(marker: nil, leftovers: false), .incompletelyMarked),
  ]

  @Test("Container and store together say which installation this is", arguments: table)
  func decision(container: ContainerTrace, store: StoreTrace, state: InstallationState) {
    #expect(InstallationState(container: container, store: store) == state)
  }

  @Test("Locked on either side is undetermined, whatever the other says")
  func locked() {
    for (container, store, _) in Self.table {
      #expect(InstallationState(container: .locked, store: store) == .undetermined)
      #expect(InstallationState(container: container, store: .locked) == .undetermined)
    }
  }
}
