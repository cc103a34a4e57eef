public typealias sa_family_t = UInt8
public typealias socklen_t = UInt32
public typealias nfds_t = UInt32

public struct in_addr {
  public var s_addr: UInt32 = 0
  public init() {}
  public init(s_addr: UInt32) { self.s_addr = s_addr }
}

public struct sockaddr {
  public var sa_len: UInt8 = 0
  public var sa_family: sa_family_t = 0
  public init() {}
}

public struct sockaddr_in {
  public var sin_len: UInt8 = 0
  public var sin_family: sa_family_t = 0
  public var sin_port: UInt16 = 0
  public var sin_addr = in_addr()
  public var sin_zero: (CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar) = (0, 0, 0, 0, 0, 0, 0, 0)
  public init() {}
}

public struct pollfd {
  public var fd: Int32
  public var events: Int16
  public var revents: Int16
  public init(fd: Int32, events: Int16, revents: Int16) {
    self.fd = fd
    self.events = events
    self.revents = revents
  }
}

public func socket(_ domain: Int32, _ type: Int32, _ protocol: Int32) -> Int32 {
  let phone = EmulatedPhone.current
  if let number = phone.failure(of: "socket") { return phone.fail(number) }
  return phone.with { kept in
    kept.nextDescriptor += 1
    kept.descriptors[kept.nextDescriptor] = 0
    return kept.nextDescriptor
  }
}

public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 {
  let phone = EmulatedPhone.current
  if let number = phone.failure(of: "fcntl") { return phone.fail(number) }
  return 0
}

/// Follows connect(2) for a socket that does not wait, on 127.0.0.1 only.
public func connect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  let phone = EmulatedPhone.current
  let (family, port, place) = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
    ($0.pointee.sin_family, UInt16(bigEndian: $0.pointee.sin_port), UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
  }
  guard family == AF_INET, place == 0x7F00_0001, length == MemoryLayout<sockaddr_in>.size else { return phone.fail(22) }
  let (listens, isQuick) = phone.with { kept in
    kept.descriptors[descriptor] = port
    return (kept.state.listening.contains(port), kept.state.isLoopbackQuick)
  }
  guard isQuick else { return phone.fail(EINPROGRESS) }
  return listens ? 0 : phone.fail(ECONNREFUSED)
}

public func poll(_ waiting: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
  let phone = EmulatedPhone.current
  if let number = phone.failure(of: "poll") { return phone.fail(number) }
  let descriptor = waiting.pointee.fd
  return phone.with { kept in kept.state.silent.contains(kept.descriptors[descriptor] ?? 0) ? 0 : 1 }
}

public func getsockopt(
  _ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: UnsafeMutableRawPointer,
  _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 {
  let phone = EmulatedPhone.current
  let number = phone.with { kept in
    kept.state.listening.contains(kept.descriptors[descriptor] ?? 0) ? 0 : ECONNREFUSED
  }
  value.storeBytes(of: number, as: Int32.self)
  return 0
}
