@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let match = try? rules.match(text) else { return 0 }
  for (name, value) in match.values {
    guard case .text(let words) = value else { continue }
    if name == "tab", words != "heart", words != "sleep" { fatalError() }
    if words.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || "/:?#@\\".utf8.contains($0) }) { fatalError() }
  }
  return 0
}

private let rules: LinkRules = {
  do {
    let web = try LinkSource.universal("app.example.org")
    return LinkRules(
      [
        LinkRoute(
          "night", from: [web, try .custom(scheme: "sleep", host: "open")],
          path: [.fixed("nights"), .value("day", .day)], parameters: [.init("tab", .oneOf(["heart", "sleep"]))]),
        LinkRoute(
          "code", from: [web], path: [.fixed("join"), .value("code", .code(4...12))],
          parameters: [
            .init("id", .uuid), .init("n", .integer(-9...99), isRequired: true), .init("s", .slug(longest: 20)),
          ]),
      ], allowing: .fragment)
  } catch {
    fatalError("\(error)")
  }
}()
