// What swift-protobuf leaves of a message, whole; that package is linked as a build of ours has it, without counters.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let message = try? TAKMessage(reading: Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  // Canonical text can be longer than what it was read from, and what has no field stands in it as one more element.
  let limits = CoTLimits(maximumBytes: 1 << 20, maximumElements: 2000)
  guard let bytes = try? message.bytes(limits: limits), let again = try? TAKMessage(reading: bytes, limits: limits)
  else { fatalError() }
  guard again == message, (try? again.bytes(limits: limits)) == bytes else { fatalError() }
  return 0
}
