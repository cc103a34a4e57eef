func datagrams(_ bytes: [UInt8], by size: Int) -> (found: [[UInt8]], isWhole: Bool) {
  var (framing, found) = (DatagramFraming(), [[UInt8]]())
  for start in stride(from: 0, to: bytes.count, by: size) {
    found += framing.add(Array(bytes[start..<min(start + size, bytes.count)]))
  }
  return (found, !framing.isBroken)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let (whole, single) = (datagrams(bytes, by: max(count, 1)), datagrams(bytes, by: 1))
  guard whole == single, bytes.starts(with: whole.found.flatMap(DatagramFraming.framed)) else { fatalError() }
  if let beacon = NeighbourBeacon(reading: bytes), beacon.bytes != bytes { fatalError() }
  return 0
}
