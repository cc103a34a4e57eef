@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let wild = try? WebOrigin("https://*.app.example") else { fatalError() }
  if let page = WebAddress(text), wild.covers(page), page.host?.split(separator: ".").count != 3 { fatalError() }
  guard let origin = try? WebOrigin(text) else {
    // What a policy may name is an origin.
    if WebOriginText.isOrigin(text) { fatalError() }
    return 0
  }
  if (try? WebOrigin(origin.description)) != origin { fatalError() }
  guard origin.host.utf8.count < 250 else { return 0 }
  func covers(_ labels: String) -> Bool {
    WebAddress("https://\(labels)\(origin.host):\(origin.port)/").map(origin.covers) == true
  }
  if covers("") == origin.isWildcard || covers("a.") != origin.isWildcard || covers("a.a.") { fatalError() }
  return 0
}
