func datagrams(_ bytes: [UInt8], by size: Int) -> (found: [[UInt8]], isWhole: Bool) {
  var (framing, found) = (StreamFraming(), [[UInt8]]())
  for start in stride(from: 0, to: bytes.count, by: size) {
    guard framing.add(bytes[start..<min(start + size, bytes.count)], { found.append($0) }) else {
      return (found, false)
    }
  }
  return (found, true)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let (whole, single) = (datagrams(bytes, by: max(count, 1)), datagrams(bytes, by: 1))
  guard whole == single, bytes.starts(with: whole.found.flatMap(StreamFraming.framed)) else { fatalError() }
  if let beacon = NeighbourBeacon(reading: bytes), beacon.bytes != bytes { fatalError() }
  return 0
}
