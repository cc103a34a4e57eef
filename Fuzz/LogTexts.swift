@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let line = LineText.escape(String(decoding: input, as: UTF8.self))
  if line.unicodeScalars.contains(where: breaksLine) || LineText.escape(line) != line { fatalError() }

  // A body is one line, cut or not, and secrets behind whatever it begins with are not in it. The first byte says how much
  // is printed, the second whether the rest is written once or as often as it takes for the last bytes that are looked at
  // to end inside of the secrets.
  let (limit, unit) = (Int(input.first ?? 0), [UInt8](input.dropFirst(2)))
  var lead = unit
  if let back = input.dropFirst().first.map({ Int($0) - 192 }), back >= 0, !unit.isEmpty {
    let length = limit + (64 << 10) - back
    lead = [UInt8](repeatElement(unit, count: length / unit.count + 1).joined().prefix(length))
  }
  let body = lead + Array("\n password=hunter2 hunter2@example.org ".utf8)
  let shown = BodyExcerpt(bytes: limit, rules: MaskingRules()).text(of: body)
  if shown.unicodeScalars.contains(where: breaksLine) { fatalError() }
  if !String(decoding: unit + unit, as: UTF8.self).contains("hunter2"), shown.contains("hunter2") { fatalError() }

  // A credential is a piece of its value, without what may stand around it, and the same behind a scheme.
  let bare = credential(input)
  if bare.count > input.count || around.contains(bare.first ?? 0) || around.contains(bare.last ?? 0) { fatalError() }
  if !bare.isEmpty, credential(Array("\"Bearer\t ".utf8) + bare + Array("\"".utf8)) != bare { fatalError() }
  return 0
}

private let around: Set<UInt8> = [9, 32, 34, 39]

private func credential(_ value: [UInt8]) -> [UInt8] { value.withUnsafeBytes { BareCredential.bytes(of: $0[...]) } }

private func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
  scalar.properties.generalCategory == .control || [0x2028, 0x2029].contains(scalar.value)
    || scalar.properties.isBidiControl
}
