@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var assemblies = FragmentAssemblies()
  for part in UnsafeBufferPointer(start: start, count: count).split(separator: 0xFF) {
    let datagram = try? LinkDatagram(reading: Array(part))
    if case .report(let covered, _) = datagram, let report = try? LinkReport(reading: covered) {
      if report.bytes != Array(covered) { fatalError() }
    }
    guard case .fragment(let part) = datagram else { continue }
    let whole = try? assemblies.add(
      part.bytes, number: UInt64(part.number), offset: part.offset, total: part.total, now: 0)
    if let whole, whole.count != part.total || assemblies.byteCount > FragmentAssemblies.byteLimit { fatalError() }
  }
  return 0
}
