#if os(Linux) || os(Android)
  import CoreFoundation
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// A network interface that is up and has an address of the version that is asked for. A mesh speaks on the interface
  /// that it was given and on no other.
  public struct NetworkInterface: Sendable, Hashable {
    public let name: String
    /// The system's number.
    public let index: UInt32
    /// IPv4: the first address. IPv6: the first one of this link (fe80::), as groups of a link are spoken to from there;
    /// else the first.
    public let host: SocketHost
    /// How many bits of ``host`` name its network.
    public let prefix: Int
    /// The largest packet, in bytes.
    public let mtu: Int

    /// - Throws: ``LinkSocketError/noInterface``, ``LinkSocketError/system(call:errno:)``.
    public init(named name: String, version: SocketHost.Version = .four) throws(LinkSocketError) {
      var list: UnsafeMutablePointer<ifaddrs>?
      guard getifaddrs(&list) == 0 else { throw .system(call: "list interfaces", errno: errno) }
      defer { freeifaddrs(list) }
      var found: [(host: SocketHost, prefix: Int)] = []
      var next = list
      while let entry = next?.pointee {
        next = entry.ifa_next
        guard String(cString: entry.ifa_name) == name, entry.ifa_flags & UInt32(IFF_UP) != 0,
          let host = Self.host(entry.ifa_addr), let mask = Self.host(entry.ifa_netmask), host.version == version
        else { continue }
        found.append((host, mask.bytes.reduce(0) { $0 + $1.nonzeroBitCount }))
      }
      guard let chosen = found.first(where: { $0.host.isOfOneLink }) ?? found.first else { throw .noInterface }
      self.name = name
      index = if_nametoindex(name)
      host = chosen.host.on(interface: index)
      prefix = chosen.prefix
      mtu = Self.mtu(of: name)
    }

    /// Whether a host is on the network of this interface.
    public func reaches(_ host: SocketHost) -> Bool { host.on(interface: index).isSame(self.host, bits: prefix) }

    private static func host(_ address: UnsafeMutablePointer<sockaddr>?) -> SocketHost? {
      guard let address else { return nil }
      // What the system gives is as long as its family says, not as long as the largest.
      var storage = sockaddr_storage()
      let size: Int
      switch Int32(address.pointee.sa_family) {
      case AF_INET: size = MemoryLayout<sockaddr_in>.size
      case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
      default: return nil
      }
      withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: size)) }
      return SocketAddress(storage)?.host
    }

    /// Source: Linux, Documentation/ABI/testing/sysfs-class-net. Ethernet's where the system hides it.
    private static func mtu(of name: String) -> Int {
      guard !name.contains("/"), let text = try? String(contentsOfFile: "/sys/class/net/\(name)/mtu", encoding: .utf8)
      else { return 1500 }
      return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 1500
    }
  }
#endif
