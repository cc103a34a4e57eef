/// In the place of the one that needs a package: no check is made here.
enum SecurityCheck { static let version = 0 }

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let kept = try? KeptChecks(reading: bytes) else { return 0 }
  // What an earlier start left is kept again by the next one.
  var history = CheckHistory()
  history.restore(kept)
  guard KeptChecks(history, overlayNumber: kept.overlayNumber).bytes.count <= KeptChecks.byteLimit else { fatalError() }
  guard kept.wordless.wordy == 0 else { fatalError() }
  return 0
}
