@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let lines = text.utf8.count { $0 == 10 } + 1
  let statements = GradleParser.statements(text).statements
  guard statements.allSatisfy({ (1...lines).contains($0.position.line) && !$0.names.isEmpty }) else { fatalError() }
  let catalogue = VersionCatalogue(SourceText(path: "libs.versions.toml", text: text))
  guard catalogue.dependencies.allSatisfy({ (1...lines).contains($0.position.line) }) else { fatalError() }
  let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
  for name in ["CMakeLists.txt", "Android.mk"] {
    let native = NativeBuild(SourceText(path: name, text: text))
    guard native.flags.allSatisfy({ (1...max(lines, rows)).contains($0.position.line) && !$0.text.isEmpty }) else {
      fatalError()
    }
  }
  return 0
}
