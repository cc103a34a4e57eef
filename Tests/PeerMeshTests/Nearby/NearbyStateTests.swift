import PeerMesh
import Testing

@Suite struct NearbyStateTests {
  /// CBManagerState and CBManagerAuthorization by their numbers.
  @Test(arguments: [
    (0, 0, NearbyState.starting), (1, 3, .off(.bluetoothResetting)), (2, 3, .off(.bluetoothUnsupported)),
    (3, 1, .off(.bluetoothRestricted)), (3, 2, .off(.bluetoothDenied)), (3, 0, .off(.bluetoothDenied)),
    (4, 3, .off(.bluetoothOff)), (5, 3, .on), (6, 3, .off(.system(call: "use Bluetooth", code: 6))),
  ])
  func `Every state of Bluetooth has its own answer`(state: Int, authorization: Int, answer: NearbyState) {
    #expect(NearbyState(bluetoothState: state, authorization: authorization) == answer)
  }

  @Test func `What is wrong with one half is wrong with both`() {
    #expect(NearbyState.on.joined(.on) == .on)
    #expect(NearbyState.on.joined(.starting) == .starting)
    #expect(NearbyState.starting.joined(.off(.bluetoothOff)) == .off(.bluetoothOff))
    #expect(NearbyState.off(.bluetoothDenied).joined(.on) == .off(.bluetoothDenied))
  }

  @Test func `Every refusal says what it is in words of its own`() {
    let refusals: [NearbyRefusal] = [
      .bluetoothOff, .bluetoothDenied, .bluetoothRestricted, .bluetoothUnsupported, .bluetoothResetting,
      .localNetworkDenied, .system(call: "listen", code: 1),
    ]
    #expect(Set(refusals.map(\.description)).count == refusals.count)
  }
}
