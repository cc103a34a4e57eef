/// The first line is the path that was asked for, the second a `Location` field.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
  let base = "/" + (lines.first ?? "").filter { $0.isASCII && $0 > " " && $0 != "#" && $0 != "\u{7F}" }
  guard lines.count == 2, let asked = try? Endpoint("https://app.example.org") else { return 0 }
  guard let target = try? RedirectTarget(String(lines[1]), from: asked, path: base) else { return 0 }
  // It can be sent as it is.
  guard target.path.first == "/", target.path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x23 }) else {
    fatalError("no path")
  }
  // Another server is one that the field names.
  if target.endpoint != asked {
    let named = lines[1].drop { !"/".contains($0) }
    guard named.hasPrefix("//") else { fatalError("another server") }
  }
  // What was asked for already keeps its path where only the query is new.
  if lines[1].prefix(1) != "?", !lines[1].prefix(while: { $0 != "#" }).isEmpty {
    let segments = target.path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    if segments.contains(".") || segments.contains("..") { fatalError("dot segments") }
  }
  // The whole of it, read again anywhere, is the same.
  if let again = try? RedirectTarget("\(target.endpoint)\(target.path)", from: asked, path: "/x") {
    let isPlain = !target.path.prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
    if isPlain, again != target { fatalError("read again it is another") }
  } else if target.path.utf8.count < 8000 {
    fatalError("not read again")
  }
  return 0
}
