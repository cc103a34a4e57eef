@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  // A file that includes itself as well.
  let folder = BuildSettingsFolder([
    BuildSettingsFile(SourceText(path: "A.xcconfig", text: text + "\n#include \"A.xcconfig\""))
  ])
  _ = folder.settings(of: "A.xcconfig", configuration: "Release")
  return 0
}
