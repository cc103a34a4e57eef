@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let event = try? CoTReader().read(Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  // Canonical text can be longer than what it was read from.
  let limits = CoTLimits(maximumBytes: 1 << 20)
  guard let bytes = try? CoTWriter(limits: limits).bytes(event), let again = try? CoTReader(limits: limits).read(bytes)
  else { fatalError() }
  guard again == event, (try? CoTWriter(limits: limits).bytes(again)) == bytes else { fatalError() }
  return 0
}
