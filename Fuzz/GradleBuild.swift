@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let lines = text.utf8.count { $0 == 10 } + 1
  let statements = GradleParser.statements(text).statements
  guard statements.allSatisfy({ (1...lines).contains($0.position.line) && !$0.names.isEmpty }) else { fatalError() }
  let catalogue = VersionCatalogue(SourceText(path: "libs.versions.toml", text: text))
  guard catalogue.dependencies.allSatisfy({ (1...lines).contains($0.position.line) }) else { fatalError() }
  return 0
}
