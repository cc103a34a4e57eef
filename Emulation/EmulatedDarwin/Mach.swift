public typealias kern_return_t = Int32
public typealias mach_port_t = UInt32
public typealias mach_port_name_t = UInt32
public typealias mach_msg_type_number_t = UInt32
public typealias task_t = mach_port_t
public typealias exception_mask_t = UInt32
public typealias exception_handler_t = mach_port_t
public typealias exception_behavior_t = Int32
public typealias thread_state_flavor_t = Int32

// A variable as at Apple, so that code which reads it without care does not compile here either.
nonisolated(unsafe) public var mach_task_self_: mach_port_t = 259

/// Follows Apple: one entry for each handler that takes one of the asked classes, with a right that the caller has to
/// give up. Handlers that take the same classes are not put together.
public func task_get_exception_ports(
  _ task: task_t, _ mask: exception_mask_t, _ masks: UnsafeMutablePointer<exception_mask_t>,
  _ count: UnsafeMutablePointer<mach_msg_type_number_t>, _ handlers: UnsafeMutablePointer<exception_handler_t>,
  _ behaviors: UnsafeMutablePointer<exception_behavior_t>, _ flavors: UnsafeMutablePointer<thread_state_flavor_t>
) -> kern_return_t {
  let phone = EmulatedPhone.current
  if let number = phone.failure(of: "task_get_exception_ports") { return number }
  guard task == mach_task_self_ else { return 4 }
  let taken = phone.with { kept in
    let taken = kept.state.exceptionHandlers.map { $0 & mask }.filter { $0 != 0 }
    kept.rights.formUnion((0..<taken.count).map { 1000 + mach_port_t($0) })
    return taken
  }
  for (index, classes) in taken.enumerated() {
    masks[index] = classes
    handlers[index] = 1000 + mach_port_t(index)
    behaviors[index] = 1
    flavors[index] = 0
  }
  // Apple also lists the classes that nobody takes, with a right of 0.
  masks[taken.count] = mask
  handlers[taken.count] = 0
  count.pointee = mach_msg_type_number_t(taken.count + 1)
  return KERN_SUCCESS
}

@discardableResult
public func mach_port_deallocate(_ task: task_t, _ name: mach_port_name_t) -> kern_return_t {
  EmulatedPhone.current.with { $0.rights.remove(name) == nil ? 15 : KERN_SUCCESS }
}
