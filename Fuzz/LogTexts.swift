@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let line = LineText.escape(String(decoding: input, as: UTF8.self))
  if line.unicodeScalars.contains(where: breaksLine) || LineText.escape(line) != line { fatalError() }

  // A body is one line, cut or not, and a secret behind whatever it begins with is not in it.
  let body = input.dropFirst() + Array("\n password=hunter2 ".utf8)
  let shown = BodyExcerpt(bytes: Int(input.first ?? 0), rules: MaskingRules()).text(of: Array(body))
  if shown.unicodeScalars.contains(where: breaksLine) { fatalError() }
  if !String(decoding: input, as: UTF8.self).contains("hunter2"), shown.contains("hunter2") { fatalError() }

  // A credential is a piece of its value, without what may stand around it, and the same behind a scheme.
  let bare = credential(input)
  if bare.count > input.count || around.contains(bare.first ?? 0) || around.contains(bare.last ?? 0) { fatalError() }
  if !bare.isEmpty, credential(Array("\"Bearer\t ".utf8) + bare + Array("\"".utf8)) != bare { fatalError() }
  return 0
}

private let around: Set<UInt8> = [9, 32, 34, 39]

private func credential(_ value: [UInt8]) -> [UInt8] { value.withUnsafeBytes { BareCredential.bytes(of: $0[...]) } }

private func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 32 || scalar.properties.generalCategory == .control || [0x2028, 0x2029, 0x202E].contains(scalar.value)
}
