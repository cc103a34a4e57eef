/// Punycode, the form of international names that old software carries: strict, lower case, at most one label.
///
/// Only the coding; whether the characters may stand in a name says ``DomainName``. The work of one call is bounded by the
/// square of ``longest``.
/// Source: RFC 3492, sections 3 to 6; RFC 5890, section 2.3.2.1 (a label has 63 octets).
public enum Punycode {
  /// Most bytes of an encoded text, and most scalars of a decoded one.
  public static let longest = 63

  private static let base = 36
  private static let leastThreshold = 1
  private static let mostThreshold = 26

  /// The text without `xn--`, in lower case.
  ///
  /// - Throws: ``InputRefusal/Reason/labelTooLong``
  public static func encode(_ text: some Sequence<Unicode.Scalar>) throws(InputRefusal) -> String {
    var scalars: [UInt32] = []
    for scalar in text {
      guard scalars.count < longest else { throw InputRefusal(.labelTooLong, limit: longest) }
      scalars.append(scalar.value)
    }
    var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
    let basic = output.count
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var (next, delta, bias, handled) = (UInt32(0x80), 0, 72, basic)
    while handled < scalars.count {
      let least = scalars.filter { $0 >= next }.min() ?? next
      // 63 scalars times 0x10FFFF fit many times into 64 bits.
      delta += Int(least - next) * (handled + 1)
      next = least
      for scalar in scalars {
        if scalar < next { delta += 1 }
        guard scalar == next else { continue }
        var (rest, place) = (delta, base)
        while true {
          let threshold = min(max(place - bias, leastThreshold), mostThreshold)
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
          place += base
        }
        output.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
        guard output.count <= longest else { throw InputRefusal(.labelTooLong, limit: longest) }
      }
      delta += 1
      next += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The scalars that a text without `xn--` stands for.
  ///
  /// - Throws: ``InputRefusal/Reason/labelTooLong``, ``InputRefusal/Reason/malformedPunycode`` for capitals too: one name
  ///   has one text.
  public static func decode(_ text: some StringProtocol) throws(InputRefusal) -> [Unicode.Scalar] {
    guard text.utf8.count <= longest else { throw InputRefusal(.labelTooLong, limit: longest) }
    let bytes = Array(text.utf8)
    let split = bytes.lastIndex(of: UInt8(ascii: "-"))
    var output = bytes[..<(split ?? 0)].map { UInt32($0) }
    guard output.allSatisfy({ $0 < 0x80 }), split != 0 else { throw InputRefusal(.malformedPunycode) }
    var (next, place, bias) = (0x80, 0, 72)
    var index = split.map { $0 + 1 } ?? 0
    while index < bytes.count {
      let before = place
      var (weight, position) = (1, base)
      while true {
        guard index < bytes.count, let value = value(of: bytes[index]) else { throw InputRefusal(.malformedPunycode) }
        index += 1
        let (added, overflowed) = value.multipliedReportingOverflow(by: weight)
        guard !overflowed, added <= Int(UInt32.max) - place else { throw InputRefusal(.malformedPunycode) }
        place += added
        let threshold = min(max(position - bias, leastThreshold), mostThreshold)
        if value < threshold { break }
        guard weight <= Int(UInt32.max) else { throw InputRefusal(.malformedPunycode) }
        weight *= base - threshold
        position += base
      }
      bias = adapted(place - before, output.count + 1, isFirst: before == 0)
      next += place / (output.count + 1)
      place %= output.count + 1
      guard next <= 0x10FFFF else { throw InputRefusal(.malformedPunycode) }
      output.insert(UInt32(next), at: place)
      place += 1
    }
    let scalars = output.compactMap(Unicode.Scalar.init)
    guard scalars.count == output.count else { throw InputRefusal(.malformedPunycode) }
    return scalars
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - leastThreshold) * mostThreshold / 2 {
      delta /= base - leastThreshold
      steps += base
    }
    return steps + (base - leastThreshold + 1) * delta / (delta + 38)
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 97 : value + 22) }

  private static func value(of byte: UInt8) -> Int? {
    switch byte {
    case 97...122: Int(byte) - 97
    case 48...57: Int(byte) - 22
    default: nil
    }
  }
}
