@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  var fits = false
  if let pin = PIN(Secret(copying: bytes)) {
    switch PINRules(PINRequirement()).weakness(of: pin) {
    case .tooShort?, .tooLong?: break
    default: fits = true
    }
  }
  // The form that people are told and the type that is kept agree.
  if fits != ((try? PINFormat.check(UnsafeRawBufferPointer(bytes))) != nil) { fatalError() }
  if let flaw = PasswordRules.flaw(in: Secret(copying: bytes)) {
    if flaw.refusal.message(in: .german).isEmpty { fatalError() }
  } else {
    guard let text = String(validating: bytes, as: UTF8.self), (8...128).contains(text.unicodeScalars.count),
      !CommonPasswords.mayContain(text.lowercased())
    else { fatalError() }
  }
  return 0
}
