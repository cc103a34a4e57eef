// mach_task_self_ is a variable of C that nobody writes.
@preconcurrency import Darwin

/// What the kernel says about this process.
enum ProcessLook {
  /// Whether a debugger holds it. Source: Apple, Technical Q&A QA1361 (`P_TRACED`).
  static func isTraced() throws(LookFailure) -> Bool {
    var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
    var info = kinfo_proc()
    var size = MemoryLayout<kinfo_proc>.stride
    guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 else { throw LookFailure(number: errno) }
    // No row was written: an answer of nothing is no answer.
    guard size > 0 else { throw LookFailure(number: 0) }
    return info.kp_proc.p_flag & P_TRACED != 0
  }

  static func parent() -> Int32 { getppid() }

  /// The classes of exceptions that somebody in or outside of this process takes, as `EXC_MASK_…` bits.
  static func handledExceptions() throws(LookFailure) -> UInt32 {
    // The rights that come back are ours to give up, whatever the answer is.
    let room = 14  // EXC_TYPES_COUNT
    var masks = [exception_mask_t](repeating: 0, count: room)
    var handlers = [exception_handler_t](repeating: 0, count: room)
    var behaviors = [exception_behavior_t](repeating: 0, count: room)
    var flavors = [thread_state_flavor_t](repeating: 0, count: room)
    var count = mach_msg_type_number_t(room)
    let status = task_get_exception_ports(
      mach_task_self_, everyException, &masks, &count, &handlers, &behaviors, &flavors)
    guard status == KERN_SUCCESS else { throw LookFailure(number: status) }
    var handled: UInt32 = 0
    for index in 0..<min(Int(count), room) where handlers[index] != 0 {
      handled |= masks[index]
      mach_port_deallocate(mach_task_self_, handlers[index])
    }
    return handled
  }

  /// `EXC_MASK_BREAKPOINT`
  static let breakpoints: UInt32 = 1 << 6
  /// `EXC_MASK_SYSCALL | EXC_MASK_MACH_SYSCALL`: no crash reporter asks for them, a debugger takes all there are.
  static let systemCalls: UInt32 = 1 << 7 | 1 << 8
  /// Every class from `EXC_MASK_BAD_ACCESS` to `EXC_MASK_RPC_ALERT`.
  private static let everyException: exception_mask_t = 0x3FE
}
