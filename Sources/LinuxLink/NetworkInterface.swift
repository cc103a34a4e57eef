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

  /// A network interface that is up and has an IPv4 address. A mesh speaks on the interface that it was given and on no
  /// other.
  public struct NetworkInterface: Sendable, Hashable {
    public let name: String
    /// The first IPv4 address and the mask of its network.
    public let host: UInt32
    public let mask: UInt32
    /// The largest packet, in bytes.
    public let mtu: Int

    /// - Throws: ``LinkSocketError/noInterface``, ``LinkSocketError/system(call:errno:)``.
    public init(named name: String) throws(LinkSocketError) {
      var list: UnsafeMutablePointer<ifaddrs>?
      guard getifaddrs(&list) == 0 else { throw .system(call: "list interfaces", errno: errno) }
      defer { freeifaddrs(list) }
      var next = list
      while let entry = next?.pointee {
        next = entry.ifa_next
        guard String(cString: entry.ifa_name) == name, entry.ifa_flags & UInt32(IFF_UP) != 0,
          let host = Self.number(entry.ifa_addr), let mask = Self.number(entry.ifa_netmask)
        else { continue }
        self.name = name
        self.host = host
        self.mask = mask
        mtu = Self.mtu(of: name)
        return
      }
      throw .noInterface
    }

    /// Whether a host is on the network of this interface.
    public func reaches(_ host: UInt32) -> Bool { host & mask == self.host & mask }

    private static func number(_ address: UnsafeMutablePointer<sockaddr>?) -> UInt32? {
      guard let address, address.pointee.sa_family == sa_family_t(AF_INET) else { return nil }
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
      }
    }

    /// Source: Linux, Documentation/ABI/testing/sysfs-class-net. Ethernet's where the system hides it.
    private static func mtu(of name: String) -> Int {
      guard !name.contains("/"), let text = try? String(contentsOfFile: "/sys/class/net/\(name)/mtu", encoding: .utf8)
      else { return 1500 }
      return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 1500
    }
  }
#endif
