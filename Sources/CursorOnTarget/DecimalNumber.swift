/// Numbers as events write them: decimal digits, a point, an exponent; no hexadecimal form, no infinity, no "NaN".
enum DecimalNumber {
  private static let powers = (0...22).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }

  /// Nil for what is no number of at most 32 characters, or larger than any `Double`.
  static func value(of bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let form = Form(bytes) else { return nil }
    // Digits and power are exact as doubles, so one rounding is left, as if all digits had been used.
    if form.digits <= 15, form.exponent.magnitude <= 22 {
      let power = powers[Int(form.exponent.magnitude)]
      let value = form.exponent < 0 ? Double(form.significand) / power : Double(form.significand) * power
      return form.isNegative ? -value : value
    }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  /// The shortest digits that are read as the same number, without an exponent.
  static func text(_ value: Double) -> String {
    let text = value == 0 ? "0.0" : "\(value)"
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "e")),
      let exponent = Int(text[text.utf8.index(after: mark)...])
    else { return text }
    let sign = value < 0 ? "-" : ""
    let digits = text[..<mark].filter { $0 != "." && $0 != "-" }
    if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
    let whole =
      digits.count > exponent + 1 ? digits : digits + String(repeating: "0", count: exponent + 1 - digits.count)
    let point = whole.index(whole.startIndex, offsetBy: exponent + 1)
    return sign + whole[..<point] + "." + (point == whole.endIndex ? "0" : whole[point...])
  }
}

/// `[+-] digits [. digits] [e [+-] digits]`, taken apart.
private struct Form {
  var isNegative = false
  /// The first digits of the number, without leading zeros; not all of them when there are more than 18.
  var significand: UInt64 = 0
  var digits = 0
  var exponent = 0

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !bytes.isEmpty, bytes.count <= 32 else { return nil }
    var index = 0
    var isWritten = false
    func digit() -> UInt8? {
      guard index < bytes.count, bytes[index] >= 48, bytes[index] <= 57 else { return nil }
      return bytes[index] - 48
    }
    if bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+") {
      isNegative = bytes[0] == UInt8(ascii: "-")
      index = 1
    }
    while let value = digit() {
      take(value)
      isWritten = true
      index += 1
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      while let value = digit() {
        take(value)
        exponent -= 1
        isWritten = true
        index += 1
      }
    }
    guard isWritten else { return nil }
    if index < bytes.count, bytes[index] == UInt8(ascii: "e") || bytes[index] == UInt8(ascii: "E") {
      index += 1
      let isBelow = index < bytes.count && bytes[index] == UInt8(ascii: "-")
      if isBelow || index < bytes.count && bytes[index] == UInt8(ascii: "+") { index += 1 }
      guard digit() != nil else { return nil }
      var written = 0
      while let value = digit() {
        guard written < 10_000 else { return nil }
        written = written * 10 + Int(value)
        index += 1
      }
      exponent += isBelow ? -written : written
    }
    guard index == bytes.count else { return nil }
  }

  private mutating func take(_ digit: UInt8) {
    if digits == 0, digit == 0 { return }
    digits += 1
    if digits <= 18 { significand = significand * 10 + UInt64(digit) }
  }
}
