@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let name = try? FileName(text) else { return 0 }
  if (try? FileName(name.description)) != name || name.description.utf8.count > FileName.longest { fatalError() }
  if name.description.utf8.contains(where: { $0 < 0x20 || $0 == 0x2F || $0 == 0x5C }) { fatalError() }
  return 0
}
