func form<Value: SecretValue & ~Copyable>(_: Value.Type, of secret: borrowing Secret) -> Secret {
  let value = try? Value(reading: secret.duplicate(), named: SecretName(constant: "fuzzed"))
  return value?.secretForm() ?? secret.duplicate()
}
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Secret(copying: UnsafeBufferPointer(start: start, count: count))
  if !form(PINAttempts.self, of: bytes).isEqual(to: bytes) { fatalError() }
  if !form(InstallationMarker.self, of: bytes).isEqual(to: bytes) { fatalError() }
  if !form(GateMark.self, of: bytes).isEqual(to: bytes) { fatalError() }
  if !form(TokenText.self, of: bytes).isEqual(to: bytes) { fatalError() }
  if !form(PINHash.self, of: bytes).isEqual(to: bytes) { fatalError() }
  let hash = form(StoredPINHash.self, of: bytes)
  if !form(StoredPINHash.self, of: hash).isEqual(to: hash) { fatalError() }
  return 0
}
