#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Multicast. Source: ip(7); ipv6(7); RFC 3493, section 5.2.
  extension OpenSocket {
    /// What goes to a group leaves by this interface, is heard by the other nodes of this machine, and passes no router.
    func speak(on interface: NetworkInterface) throws(LinkSocketError) {
      let one = Int32(1)
      switch interface.host {
      case .ipv4(let number):
        let level = Int32(IPPROTO_IP)
        try set(level, Int32(IP_MULTICAST_IF), in_addr(s_addr: number.bigEndian), "choose the interface")
        try set(level, Int32(IP_MULTICAST_LOOP), one, "hear this machine")
        try set(level, Int32(IP_MULTICAST_TTL), one, "stay on the link")
      case .ipv6:
        let level = Int32(IPPROTO_IPV6)
        try set(level, Int32(IPV6_MULTICAST_IF), Int32(bitPattern: interface.index), "choose the interface")
        try set(level, Int32(IPV6_MULTICAST_LOOP), one, "hear this machine")
        try set(level, Int32(IPV6_MULTICAST_HOPS), one, "stay on the link")
      }
    }

    func join(_ group: SocketAddress, on interface: NetworkInterface) throws(LinkSocketError) {
      switch (group.host, interface.host) {
      case (.ipv4(let number), .ipv4(let own)):
        let membership = ip_mreq(
          imr_multiaddr: in_addr(s_addr: number.bigEndian), imr_interface: in_addr(s_addr: own.bigEndian))
        try set(Int32(IPPROTO_IP), Int32(IP_ADD_MEMBERSHIP), membership, "join the group")
      case (.ipv6(let high, let low, _), .ipv6):
        let membership = ipv6_mreq(
          ipv6mr_multiaddr: SocketHost.systemForm(high, low), ipv6mr_interface: .init(interface.index))
        try set(Int32(IPPROTO_IPV6), Int32(IPV6_JOIN_GROUP), membership, "join the group")
      default: throw .noInterface
      }
    }
  }
#endif
