import LinuxLink
import Testing

@Suite struct SocketAddressTests {
  @Test func `An address is read and written the same`() throws {
    let address = try SocketAddress("239.2.3.1:6969")
    #expect(address.description == "239.2.3.1:6969")
    #expect(address.bytes == [239, 2, 3, 1, 0x1B, 0x39])
    #expect(address.host.isLinkGroup)
    #expect(try !SocketAddress("10.0.0.7:0").host.isLinkGroup)
  }

  @Test(arguments: [
    ("[::1]:6969", "[::1]:6969"), ("[0:0:0:0:0:0:0:1]:1", "[::1]:1"), ("[2001:DB8::00ff]:0", "[2001:db8::ff]:0"),
    ("[fe80::1%7]:65535", "[fe80::1%7]:65535"), ("[::]:6970", "[::]:6970"),
  ])
  func `An IPv6 address is read, and written in one form`(text: String, form: String) throws {
    let address = try SocketAddress(text)
    #expect(address.description == form)
    #expect(try SocketAddress(form) == address)
    #expect(address.bytes.count == 18)
  }

  @Test func `Both ends of a link see the same bytes, whatever number their interface has`() throws {
    #expect(try SocketAddress("[fe80::1%7]:258").bytes == SocketAddress("[fe80::1%9]:258").bytes)
    #expect(try SocketAddress("[fe80::1%7]:258").bytes == [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1, 1, 2])
    #expect(try SocketAddress("[fe80::1%7]:1") != SocketAddress("[fe80::1%9]:1"))
    // The greater address answers, on both ends.
    #expect(try SocketAddress("[fe80::1%9]:1") < SocketAddress("[fe80::2%7]:1"))
    #expect(try SocketAddress("255.255.255.255:9") < SocketAddress("[::]:0"))
  }

  @Test(arguments: [
    ("[ff02::1]:1", true), ("[ff12::ed6e:746c]:1", true), ("[ff01::1]:1", false), ("[ff05::2]:1", false),
    ("[ff0e::2]:1", false), ("[fe80::1]:1", false), ("[::1]:1", false),
  ])
  func `A group of IPv6 stays on the link`(text: String, isGroup: Bool) throws {
    #expect(try SocketAddress(text).host.isLinkGroup == isGroup)
  }

  @Test(arguments: [("[fe80::1]:1", true), ("[ff12::1]:1", true), ("[fe80::1%3]:1", false), ("[::1]:1", false)])
  func `An address of one link needs an interface`(text: String, needs: Bool) throws {
    #expect(try SocketAddress(text).host.needsZone == needs)
  }

  @Test func `An interface may be named, and a name that nobody has is said`() throws {
    let lo = try NetworkInterface(named: "lo")
    #expect(try SocketAddress("[fe80::1%lo]:1") == SocketAddress("[fe80::1%\(lo.index)]:1"))
    #expect(throws: LinkSocketError.noInterface) { try SocketAddress("[fe80::1%no-such-interface]:1") }
  }

  @Test(arguments: [
    "", "1.2.3.4", "1.2.3:5", "1.2.3.4:5:6", "1.2.3.256:5", "01.2.3.4:5", "1.2.3.4:65536", "1.2.3.4:-1", "1.2.3.4: 5",
    "1..3.4:5", "localhost:5", "1.2.3.４:5",
    "[::1]", "::1:5", "[::1:5", "::1]:5", "[]:5", "[::1]5", "[::1]:", "[::1%2]:5", "[2001:db8::1%lo]:5", "[fe80::1%]:5",
    "[fe80::1%0]:5", "[::ffff:1.2.3.4]:5", "[::ffff:102:304]:5", "[::1.2.3.4]:5", "[1::2::3]:5", "[::g]:5",
    "[::12345]:5",
    "[::1]\0:5", "[fe80::1%a b]:5", "[1.2.3.4]:5",
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
    #expect(!lo.reaches(try SocketAddress("[::1]:1").host))
  }

  @Test(.enabled(if: Sockets.versions.contains(.six), "no IPv6 on the loopback interface"))
  func `Over IPv6 the loopback interface reaches itself alone`() throws {
    let lo = try NetworkInterface(named: "lo", version: .six)
    #expect(lo.host.description == "[::1]" && lo.prefix == 128)
    #expect(lo.reaches(try SocketAddress("[::1]:1").host))
    for other in ["[::2]:1", "[fe80::1]:1", "[2001:db8::1]:1", "127.0.0.1:1"] {
      #expect(!lo.reaches(try SocketAddress(other).host))
    }
  }
}
