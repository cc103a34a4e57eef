func events(_ bytes: [UInt8], by size: Int) -> [[UInt8]] {
  var (reader, found) = (CoTStreamReader(maximumBytes: 1 << 20), [[UInt8]]())
  for start in stride(from: 0, to: bytes.count, by: size) {
    guard (try? reader.receive(bytes[start..<min(start + size, bytes.count)])) != nil else { break }
    while let event = try? reader.next() { found.append(event) }
  }
  return found
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let whole = events(bytes, by: max(count, 1))
  guard whole == events(bytes, by: 1), whole.allSatisfy({ events($0, by: 7) == [$0] }) else { fatalError() }
  return 0
}
