public struct extern_proc {
  public var p_flag: Int32 = 0
  public init() {}
}

/// Of the many fields the one that is asked for.
public struct kinfo_proc {
  public var kp_proc = extern_proc()
  public init() {}
}

public func getpid() -> Int32 { 4711 }
public func getppid() -> Int32 { EmulatedPhone.current.with { $0.state.parent } }

/// Follows sysctl(3) for the row of one process: a process without a row leaves a length of 0.
public func sysctl(
  _ name: UnsafeMutablePointer<Int32>, _ count: UInt32, _ answer: UnsafeMutableRawPointer?,
  _ length: UnsafeMutablePointer<Int>?, _ new: UnsafeMutableRawPointer?, _ newLength: Int
) -> Int32 {
  let phone = EmulatedPhone.current
  if let number = phone.failure(of: "sysctl") { return phone.fail(number) }
  let asked = (0..<Int(count)).map { name[$0] }
  guard asked == [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()], let answer, let length else {
    return phone.fail(ENOENT)
  }
  let (isTraced, isKnown) = phone.with { ($0.state.isTraced, $0.state.knowsProcesses) }
  guard isKnown else {
    length.pointee = 0
    return 0
  }
  answer.assumingMemoryBound(to: kinfo_proc.self).pointee.kp_proc.p_flag = isTraced ? P_TRACED | 0x4000 : 0x4000
  return 0
}
