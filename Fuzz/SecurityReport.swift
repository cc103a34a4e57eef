@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard let report = try? SecurityReport(reading: bytes) else { return 0 }
  if report.signals.contains(where: { $0.evidence.count > 8 }) || report.bytes.contains(0) { fatalError() }
  guard (try? SecurityReport(reading: report.bytes)) == report else { fatalError() }
  return 0
}
