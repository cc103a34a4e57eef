@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let link = try? DeepLink(text, allowing: .fragment) else { return 0 }
  if (try? DeepLink(link.description, allowing: .fragment)) != link { fatalError() }
  // Nothing in it is an address of its own.
  for value in link.segments + link.parameters.map(\.value) + [link.fragment ?? ""] {
    let text = value.drop { $0.isWhitespace }.utf8
    if text.starts(with: "//".utf8) || text.starts(with: "javascript:".utf8) { fatalError() }
  }
  if link.segments.contains(where: { ["", ".", ".."].contains($0) || $0.utf8.contains(0x2F) }) { fatalError() }
  return 0
}
