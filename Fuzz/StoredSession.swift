@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Secret(copying: UnsafeBufferPointer(start: start, count: count))
  if let owner = try? DataOwner(reading: bytes) {
    let again = try? DataOwner(reading: owner.sealedForm())
    if again?.label != owner.label || again?.subject != owner.subject { fatalError() }
  }
  if let untold = try? PendingRevocations(reading: bytes) {
    let again = try? PendingRevocations(reading: untold.sealedForm())
    if again?.sealedForm().isEqual(to: untold.sealedForm()) != true { fatalError() }
  }
  guard let session = try? StoredSession(reading: bytes) else { return 0 }
  var machine = SessionMachine(SessionRequirement(), memory: session.memory)
  machine.handle(.launched, at: ClockReading(uptime: .seconds(9), boot: "b", wall: 6))
  _ = (session.app?.isStale(at: 0), session.user?.subject)
  let form = session.sealedForm()
  guard let again = try? StoredSession(reading: form), again.sealedForm().isEqual(to: form) else { fatalError() }
  return 0
}
