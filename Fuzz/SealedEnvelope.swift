@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let raw = UnsafeRawBufferPointer(start: start, count: count)
  if let index = try? SecretIndex(parsing: raw), !index.bytes.elementsEqual(raw) { fatalError() }
  if let file = try? RootKeyFile(parsing: raw), file.ring.isEmpty || file.digest.upperBound != count { fatalError() }
  guard let item = try? SealedEnvelope(parsing: Array(raw), limit: 1024), item.bytes[4] == 2 else { return 0 }
  let again = item.withBox { SealedEnvelope(keyID: item.keyID, generation: item.generation, box: $0) }
  if again != item { fatalError() }
  return 0
}
