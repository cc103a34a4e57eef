@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard let report = try? SecurityReport(reading: bytes) else { return 0 }
  if report.signals.contains(where: { $0.evidence.count > 8 }) || report.bytes.contains(0) { fatalError() }
  let kept = report.version == 1 || report.bytes.count <= SecurityReport.byteLimit ? report : report.fitting
  guard (try? SecurityReport(reading: kept.bytes)) == kept else { fatalError() }
  return 0
}
