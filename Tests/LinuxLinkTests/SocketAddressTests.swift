import LinuxLink
import Testing

@Suite struct SocketAddressTests {
  @Test func `An address is read and written the same`() throws {
    let address = try SocketAddress("239.2.3.1:6969")
    #expect(address.description == "239.2.3.1:6969")
    #expect(address.bytes == [239, 2, 3, 1, 0x1B, 0x39])
    #expect(address.isMulticast)
    #expect(try !SocketAddress("10.0.0.7:0").isMulticast)
  }

  @Test(arguments: [
    "", "1.2.3.4", "1.2.3:5", "1.2.3.4:5:6", "1.2.3.256:5", "01.2.3.4:5", "1.2.3.4:65536", "1.2.3.4:-1", "1.2.3.4: 5",
    "1..3.4:5", "localhost:5", "[::1]:5", "1.2.3.４:5",
  ])
  func `Anything else is no address`(text: String) {
    #expect(throws: LinkSocketError.notAnAddress) { try SocketAddress(text) }
  }

  @Test func `An interface that is not there is named as such`() {
    #expect(throws: LinkSocketError.noInterface) { try NetworkInterface(named: "no-such-interface") }
  }

  @Test func `The loopback interface reaches its own network and nothing else`() throws {
    let lo = try NetworkInterface(named: "lo")
    #expect(lo.mtu > 1500)
    #expect(lo.reaches(try SocketAddress("127.9.9.9:1").host))
    #expect(!lo.reaches(try SocketAddress("10.0.0.1:1").host))
  }
}
