/// International Bank Account Numbers, in one piece or in groups of four: a country of the registry, its length, and the
/// check digits. Source: ISO 13616-1; SWIFT IBAN Registry.
extension MaskScanner {
  private static let longest = 34

  mutating func iban(_ word: Range<Int>) -> Bool {
    let start = word.lowerBound
    guard kind(start) & 12 != 0, kind(start + 1) & 12 != 0, isDigit(start + 3),
      let length = BankCountries.length(at(start), at(start + 1))
    else { return false }
    // In one piece the word tells the length already.
    guard word.count == 4 || word.count >= length else { return false }
    if start > floor {
      switch at(start - 1) {
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "#"): return false
      default: break
      }
    }
    var taken = 0
    var remainder = 0
    var head = 0
    var place = start
    while taken < length {
      guard place < count else { return false }
      let byte = at(place)
      let kind = classes[Int(byte)]
      if kind & (2 | 12) != 0 {
        let value = kind & 2 != 0 ? Int(byte) - 48 : Int(byte | 32) - 87
        if taken < 4 {
          head = value < 10 ? head * 10 + value : head * 100 + value
        } else {
          remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
        }
        taken += 1
        place += 1
      } else if taken % 4 == 0, taken > 0, isGap(byte), place + 1 < count {
        place += scalar(place).length
      } else if taken % 4 == 0, taken > 0, let (_, gap) = unbroken(place) {
        place += gap
      } else {
        return false
      }
    }
    // Country and check digits move to the end: six digits.
    guard (remainder * 1_000_000 + head) % 97 == 1, !isJoined(place),
      place >= count || at(place) != UInt8(ascii: "-") || !isJoined(place + 1)
    else { return false }
    take(.iban, start..<place)
    return true
  }

  private func isGap(_ byte: UInt8) -> Bool {
    byte == 32 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "%")
  }
}
