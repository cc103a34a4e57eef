#if Server
  import Testing
  import TrustServer

  @Suite struct TrustedProxiesTests {
    private func ranges(_ texts: String...) throws -> [AddressRange] {
      try texts.map { try #require(AddressRange($0)) }
    }

    @Test("A block is an address, or an address with a prefix and nothing behind it")
    func blocks() {
      for text in [
        "10.0.0.0/8", "128.0.0.0/1", "192.0.2.1", "192.0.2.1/32", "2001:db8::/32", "8000::/1", "fd00::1/128",
      ] {
        #expect(AddressRange(text) != nil, "\(text)")
      }
      for text in [
        "0.0.0.0/0", "::/0", "::ffff:0.0.0.0/0", "", "/8", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8",
        "10.0.0.0/", "10.0.0.0/8/8", "10.0.0", "a",
        "2001:db8::1/32", "::/129", "fe80::1%eth0", "::ffff:10.0.0.0/104",
      ] { #expect(AddressRange(text) == nil, "\(text)") }
    }

    @Test("The rightmost hop that is no trusted proxy is the client; what stands left of it is invention")
    func rightmost() throws {
      let proxies = TrustedProxies(try ranges("10.0.0.0/8", "2001:db8:1::/48"))
      for (values, client) in [
        (["198.51.100.7"], "198.51.100.7"), (["203.0.113.1, 198.51.100.7"], "198.51.100.7"),
        (["203.0.113.1, 198.51.100.7, 10.9.9.9"], "198.51.100.7"), (["203.0.113.1", "198.51.100.7"], "198.51.100.7"),
        (["198.51.100.7:4711"], "198.51.100.7"), (["[2001:db8:9::1]:443"], "2001:db8:9::1"),
        (["2001:db8:9::1, 2001:db8:1::5"], "2001:db8:9::1"), ([], "10.0.0.1"), ([""], "10.0.0.1"),
        (["unknown"], "10.0.0.1"), (["198.51.100.7, unknown"], "10.0.0.1"), (["198.51.100.7, x, 10.2.2.2"], "10.2.2.2"),
        (["10.3.3.3, 10.4.4.4"], "10.3.3.3"), (["198.51.100.7,"], "10.0.0.1"),
      ] { #expect(proxies.client(peer: "10.0.0.1", values: values) == client, "\(values)") }
    }

    @Test(
      "Who is no trusted proxy is the client, whatever it says", arguments: ["198.51.100.1", "unknown", "11.0.0.1"])
    func untrusted(peer: String) throws {
      #expect(TrustedProxies().client(peer: peer, values: ["203.0.113.1"]) == peer)
      #expect(TrustedProxies(try ranges("10.0.0.0/8")).client(peer: peer, values: ["203.0.113.1"]) == peer)
    }

    @Test("An IPv4 proxy over a socket of both families is the same proxy")
    func mapped() throws {
      let proxies = TrustedProxies(try ranges("10.0.0.0/8"))
      #expect(proxies.client(peer: "::ffff:10.0.0.1", values: ["203.0.113.1"]) == "203.0.113.1")
    }

    @Test("Forwarded is read with its quotes and ports, and an element that names nobody ends the search")
    func forwarded() throws {
      let proxies = TrustedProxies(try ranges("10.0.0.0/8"), header: .forwarded)
      for (values, client) in [
        (["for=198.51.100.7;proto=https;by=10.0.0.1"], "198.51.100.7"),
        (["For=\"[2001:db8:cafe::17]:4711\""], "2001:db8:cafe::17"),
        (["for=203.0.113.1, proto=http;for=198.51.100.7"], "198.51.100.7"),
        (["for=\"a,b;for=203.0.113.9\", for=198.51.100.7"], "198.51.100.7"),
        (["for=203.0.113.9;host=\"x, for=203.0.113.8\", for=10.2.2.2"], "203.0.113.9"),
        (["for=198.51.100.7, for=_hidden"], "10.0.0.1"), (["for=198.51.100.7, proto=http"], "10.0.0.1"),
        (["for=203.0.113.9;x=\", for=198.51.100.7"], "10.0.0.1"),
        (["for=203.0.113.9;x=\", for=\"[2001:db8::1]\""], "10.0.0.1"),
        (["for=203.0.113.9;x=\"\\", "for=198.51.100.7"], "198.51.100.7"),
        (["for=203.0.113.9;x=\"\\, for=198.51.100.7"], "10.0.0.1"), (["for=203.0.113.9, x=\";for=\""], "10.0.0.1"),
        (["198.51.100.7"], "10.0.0.1"), (["for=\"198.51.100.7"], "10.0.0.1"), (["for="], "10.0.0.1"),
      ] { #expect(proxies.client(peer: "10.0.0.1", values: values) == client, "\(values)") }
    }

    @Test("A header without end is looked at from the right, to a limit")
    func bounded() throws {
      let proxies = TrustedProxies(try ranges("10.0.0.0/8"))
      let named = TrustedProxies(try ranges("10.0.0.0/8"), header: .forwarded)
      for (count, client) in [(15, "198.51.100.7"), (16, "10.1.1.1")] {
        let hops = ["198.51.100.7"] + Array(repeating: "10.1.1.1", count: count)
        #expect(proxies.client(peer: "10.0.0.1", values: [hops.joined(separator: ",")]) == client)
        #expect(named.client(peer: "10.0.0.1", values: [hops.map { "for=" + $0 }.joined(separator: ",")]) == client)
      }
    }

    @Test("Of a header that is longer than proxies write nothing is read, in one value or in several")
    func long() throws {
      for (header, hop) in [(TrustedProxies.Header.xForwardedFor, "198.51.100.7"), (.forwarded, "for=198.51.100.7")] {
        let proxies = TrustedProxies(try ranges("10.0.0.0/8"), header: header)
        for (excess, client) in [(0, "198.51.100.7"), (1, "10.0.0.1")] {
          let filler = String(repeating: ",", count: 2048 + excess - hop.utf8.count)
          #expect(proxies.client(peer: "10.0.0.1", values: [filler + hop]) == client, "\(header) \(excess)")
          #expect(proxies.client(peer: "10.0.0.1", values: [filler, hop]) == client, "\(header) \(excess)")
        }
      }
    }
  }
#endif
