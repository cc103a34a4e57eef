private func messages(_ bytes: [UInt8], by size: Int) -> (found: [[UInt8]?], isClosed: Bool) {
  var (reader, found) = (TAKStreamReader(maximumBytes: 64, maximumPassed: 1 << 10), [[UInt8]?]())
  for start in stride(from: 0, to: bytes.count, by: size) {
    guard (try? reader.receive(bytes[start..<min(start + size, bytes.count)])) != nil else { break }
    while !reader.isClosed {
      do {
        guard let message = try reader.next() else { break }
        found.append(message)
      } catch { found.append(nil) }
    }
  }
  return (found, reader.isClosed)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if case .message(let message)? = try? TAKDatagram(bytes), message.count >= count { fatalError() }
  let (whole, single) = (messages(bytes, by: max(count, 1)), messages(bytes, by: 1))
  guard whole == single, whole.found.allSatisfy({ ($0?.count ?? 0) <= 64 }) else { fatalError() }
  return 0
}
