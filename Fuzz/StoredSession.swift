@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Secret(copying: UnsafeBufferPointer(start: start, count: count))
  guard let session = try? StoredSession(reading: bytes) else { return 0 }
  var machine = SessionMachine(SessionRequirement(), memory: session.memory)
  machine.handle(.launched, at: ClockReading(uptime: .seconds(9), boot: "b", wall: 6))
  _ = (session.app?.isStale(at: 0), session.user?.subject)
  let form = session.sealedForm()
  guard let again = try? StoredSession(reading: form), again.sealedForm().isEqual(to: form) else { fatalError() }
  return 0
}
