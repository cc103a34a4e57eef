@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  if let map = try? ExecutableRows(bytes) {
    for row in map.rows {
      guard row.start < row.end, row.length > 0, map.row(at: row.start) != nil else { fatalError() }
      // Both cut names out of paths that may not be UTF-8.
      let longest = row.path.utf8.count
      guard row.fileName.utf8.count <= longest, row.file.utf8.count <= longest else { fatalError() }
      guard row.lowercasedName.allSatisfy({ !(65...90).contains($0) }) else { fatalError() }
    }
  }
  guard MappedFiles(bytes).paths.allSatisfy({ $0.first == 47 }) else { fatalError() }
  _ = try? MountRows(bytes)
  return 0
}
