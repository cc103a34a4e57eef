@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let form = try? FormBody(reading: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
  if form.fields.contains(where: { ($0.key + $0.value).utf8.contains(0) }) { fatalError() }
  guard (try? FormBody(reading: form.bytes)) == form else { fatalError() }
  return 0
}
