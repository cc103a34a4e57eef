@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if var inflater = Optional(Inflater(bytes[...], maximumBytes: 1 << 16)), let content = try? inflater.content() {
    if content.count > 1 << 16 { fatalError() }
  }
  guard let archive = try? ZipArchive(bytes) else { return 0 }
  if archive.entries.contains(where: { ("/" + $0.path + "/").contains("/../") || $0.path.hasPrefix("/") }) {
    fatalError()
  }
  for entry in archive.entries {
    if let read = try? archive.content(of: entry), read.count != entry.size { fatalError() }
  }
  return 0
}
