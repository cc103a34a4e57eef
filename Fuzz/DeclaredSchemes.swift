@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let declared = DeclaredSchemes(infoPlist: bytes) else { return 0 }
  if bytes.count > DeclaredSchemes.longest || declared.names.contains(where: { $0 != $0.lowercased() }) { fatalError() }
  let missing = declared.missing(from: .builtIn)
  if missing.contains(where: { declared.names.contains($0.lowercased()) }) { fatalError() }
  return 0
}
