@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let record = try? WipeRecord(parsing: bytes) else { return 0 }
  if record.bytes != bytes || record.keysDestroyed.contains(where: { $0.text.contains("\n") }) { fatalError() }
  return 0
}
extension WipeRecord { static func checksum(of text: String) -> String { "\(text.utf8.reduce(0, ^))" } }
