/// Telephone and card numbers, in groups or in one piece.
extension MaskScanner {
  /// The digits from one place on, in groups with one separator (or a pair such as `) `) between them.
  struct Groups {
    static let most = 8
    var count = 0
    var total = 0
    var lengths = SIMD8<Int>(repeating: 0)
    var ends = SIMD8<Int>(repeating: 0)
    /// The sign before each group but the first; a blank for a pair.
    var separators = SIMD8<UInt8>(repeating: 0)
  }

  /// Handles a word that begins with a digit; false when it is neither a telephone nor a card number.
  mutating func number(_ start: Int) -> Bool {
    var begin = start
    var isInternational = false
    var isBracketed = false
    if start == seen.plusEnd {
      isInternational = true
    } else if start > floor {
      switch at(start - 1) {
      case UInt8(ascii: "+"):
        isInternational = true
        begin -= 1
      case UInt8(ascii: "("):
        isBracketed = true
        begin -= 1
        if begin > floor, at(begin - 1) == UInt8(ascii: "+") { return false }
      default: break
      }
    }
    guard isInternational || isBracketed || mayBegin(start), isBoundary(begin, start) else { return false }
    let groups = groups(from: start)
    guard groups.count > 0 else { return false }
    if isBracketed, groups.count == 1 || at(groups.ends[0]) != UInt8(ascii: ")") {
      // The bracket is around more than the area.
      isBracketed = false
      begin = start
      guard mayBegin(start) else { return false }
    }
    if !isInternational, !isBracketed || groups.lengths[0] >= 13, let end = card(start, groups) {
      take(.card, start..<end)
      return true
    }
    guard let end = phone(start, groups, isInternational, isBracketed) else { return false }
    take(.phone, begin..<end)
    return true
  }

  /// Cheap: most numbers in a log are neither, which their first group and the sign behind it tell.
  @inline(__always)
  func mayBegin(_ start: Int) -> Bool {
    let first = at(start)
    guard isDigit(start + 1) || first == 49 else { return false }
    var end = start + 1
    while end < count, end - start < 20, isDigit(end) { end += 1 }
    let length = end - start
    let next = end < count ? at(end) : 0
    // What `unbroken` looks at begins with one of the two.
    let isSpaced = next == 32 || next == UInt8(ascii: "-") || next == 0xC2 || next == 0xE2
    let isApart = isSpaced || next == UInt8(ascii: ".")
    switch first {
    case 48:
      // Behind two noughts stands the code of a country.
      if at(start + 1) == 48 { return length > 3 && at(start + 2) != 48 }
      return length > 2 || length == 2 && isApart
    case 49:
      // Behind the one of North America stand three digits.
      return length == 1 && isApart && (isDigit(end + 2) || !isDigit(end + 1))
    default:
      // Behind an area without brackets stands no blank; U+2011 begins with 0xE2.
      if length == 3 { return next == UInt8(ascii: "-") || next == UInt8(ascii: ".") || next == 0xE2 }
      guard first <= 54, length == 4 || length >= 13, first != 50 || (50...55).contains(at(start + 1)) else {
        return false
      }
      return length > 4 || isSpaced || next == UInt8(ascii: "%")
    }
  }

  /// Not inside a word, a decimal number, a version or an identifier.
  func isBoundary(_ begin: Int, _ start: Int) -> Bool {
    guard begin > floor, start != seen.plusEnd, begin != seen.escapeEnd else { return true }
    switch at(begin - 1) {
    case UInt8(ascii: "-"), UInt8(ascii: "#"), UInt8(ascii: "_"), UInt8(ascii: "."): return false
    case UInt8(ascii: "/"), UInt8(ascii: ":"): return begin - 1 == floor || !isDigit(begin - 2)
    default: return kind(begin - 1) & ByteClass.name.rawValue == 0
    }
  }

  private func groups(from start: Int) -> Groups {
    var groups = Groups()
    var place = start
    var separator: UInt8 = 0
    while groups.count < Groups.most {
      let first = place
      while place < count, place - first < 20, isDigit(place) { place += 1 }
      guard place > first, place - first < 20, !isJoined(place) else { break }
      groups.lengths[groups.count] = place - first
      groups.ends[groups.count] = place
      groups.separators[groups.count] = separator
      groups.total += place - first
      groups.count += 1
      guard let next = nextGroup(&place) else { break }
      separator = next
    }
    return groups
  }

  /// Steps over what separates two groups; nil when no digit follows.
  private func nextGroup(_ place: inout Int) -> UInt8? {
    guard place + 1 < count else { return nil }
    var next = place
    var separator = at(next)
    switch separator {
    case 32, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"): next += 1
    case UInt8(ascii: ")"), UInt8(ascii: "("): break
    case UInt8(ascii: "%"):
      guard case let (byte, length) = scalar(next), byte == 32 || byte == UInt8(ascii: "-") else { return nil }
      separator = byte
      next += length
    case 0xC2, 0xE2:
      guard let (byte, length) = unbroken(next) else { return nil }
      separator = byte
      next += length
    default: return nil
    }
    var brackets = 0
    while next < count, brackets < 2, at(next) == UInt8(ascii: ")") || at(next) == UInt8(ascii: "(") {
      separator = 32
      next += 1
      brackets += 1
    }
    if brackets > 0, next < count, at(next) == 32 || at(next) == UInt8(ascii: "-") || at(next) == UInt8(ascii: "/") {
      next += 1
    }
    guard isDigit(next) else { return nil }
    place = next
    return separator
  }

  /// A blank or a hyphen at which no line breaks, as numbers are printed with: U+00A0, U+2007, U+202F, U+2011.
  func unbroken(_ index: Int) -> (byte: UInt8, length: Int)? {
    guard index + 1 < count else { return nil }
    if at(index) == 0xC2, at(index + 1) == 0xA0 { return (32, 2) }
    guard at(index) == 0xE2, at(index + 1) == 0x80, index + 2 < count else { return nil }
    return switch at(index + 2) {
    case 0x87, 0xAF: (32, 3)
    case 0x91: (UInt8(ascii: "-"), 3)
    default: nil
    }
  }

  /// The end of the longest run of groups that is a telephone number. Source: ITU-T E.164, section 6; DIN 5008.
  private func phone(_ start: Int, _ groups: Groups, _ isInternational: Bool, _ isBracketed: Bool) -> Int? {
    let first = at(start)
    let second = groups.lengths[0] > 1 ? at(start + 1) : 0
    let isZeroZero =
      !isInternational && groups.lengths[0] >= 4 && first == 48 && second == 48 && at(start + 2) != 48
    var total = groups.total
    for last in stride(from: groups.count - 1, through: 0, by: -1) {
      defer { total -= groups.lengths[last] }
      // A number is not cut at a sign that may belong to it.
      if last < groups.count - 1, groups.separators[last + 1] != 32 { continue }
      if isCut(groups.ends[last], last < groups.count - 1) { continue }
      let fits =
        if isInternational {
          first != 48 && (8...15).contains(total)
        } else if isZeroZero {
          (10...17).contains(total)
        } else {
          isNational(start, groups, last, total, isBracketed)
        }
      if fits { return groups.ends[last] }
    }
    return nil
  }

  /// Whether what follows the last digit makes it part of something longer.
  private func isCut(_ end: Int, _ isBeforeGroup: Bool) -> Bool {
    guard !isBeforeGroup, end + 1 < count else { return false }
    switch at(end) {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"): return isJoined(end + 1)
    default: return false
    }
  }

  private func isNational(_ start: Int, _ groups: Groups, _ last: Int, _ total: Int, _ isBracketed: Bool) -> Bool {
    let first = at(start)
    let lengths = groups.lengths
    if first == 48, lengths[0] > 1, at(start + 1) != 48 {
      if last == 0 {
        // In one piece: mobile numbers of Germany, the United Kingdom and France.
        let (second, third) = (at(start + 1), lengths[0] > 2 ? at(start + 2) : 0)
        return (total == 11 || total == 12) && second == 49 && (53...55).contains(third)
          || total == 11 && second == 55 || total == 10 && (second == 54 || second == 55)
      }
      if lengths[0] == 2, !isBracketed {
        // 01 23 45 67 89
        return last == 4 && total == 10 && areAlike(groups, last)
      }
      let hasDots = (1...last).contains { groups.separators[$0] == UInt8(ascii: ".") }
      return (hasDots ? 10...12 : 7...12).contains(total) && lengths[0] <= 6
        && !(hasDots && last == 3 && (0...3).allSatisfy { lengths[$0] <= 3 })
    }
    // North American Numbering Plan: area and exchange begin with 2 to 9.
    var area = 0
    if lengths[0] == 1, first == 49, !isBracketed { area = 1 }
    guard last == area + 2, lengths[area] == 3, lengths[area + 1] == 3, lengths[area + 2] == 4 else { return false }
    guard isBracketed || groups.separators[area + 1] != 32 && areAlike(groups, last) else {
      // `1 (555) 123-4567`
      return area == 1 && groups.separators[1] == 32 && groups.separators[2] == 32
        && groups.separators[3] == UInt8(ascii: "-")
    }
    return at(groups.ends[area] - 3) >= 50 && at(groups.ends[area + 1] - 3) >= 50
  }

  private func areAlike(_ groups: Groups, _ last: Int) -> Bool {
    last < 2 || (2...last).allSatisfy { groups.separators[$0] == groups.separators[1] }
  }

  /// The end of a card number: a known issuer range, a fitting length, grouped as printed, and the check digit.
  /// Source: ISO/IEC 7812-1, annex B.
  private func card(_ start: Int, _ groups: Groups) -> Int? {
    let first = at(start)
    guard (50...54).contains(first), !(groups.lengths[0] < 4) else { return nil }
    for last in stride(from: groups.count - 1, through: 0, by: -1) {
      let lengths = groups.lengths
      var total = 0
      for group in 0...last { total += lengths[group] }
      let isGrouped =
        last == 0
        || last == 3 && lengths[0] == 4 && lengths[1] == 4 && lengths[2] == 4 && lengths[3] == 4
        || last == 2 && lengths[0] == 4 && lengths[1] == 6 && (lengths[2] == 5 || lengths[2] == 4)
      guard isGrouped, (13...19).contains(total), areAlike(groups, last),
        last == 0 || groups.separators[1] == 32 || groups.separators[1] == UInt8(ascii: "-"),
        !isCut(groups.ends[last], last < groups.count - 1),
        last == groups.count - 1 || groups.separators[last + 1] == 32, isIssued(start, total),
        hasCheckDigit(start, groups.ends[last])
      else { continue }
      return groups.ends[last]
    }
    return nil
  }

  private func isIssued(_ start: Int, _ total: Int) -> Bool {
    var prefix = 0
    for offset in 0..<4 { prefix = prefix * 10 + Int(at(start + offset)) - 48 }
    return switch prefix {
    case 4000...4999: total == 16 || total == 13 || total == 19
    case 5100...5599, 2221...2720: total == 16
    case 3400...3499, 3700...3799: total == 15
    case 3528...3589: total == 16
    case 3000...3059, 3600...3699, 3800...3999: total == 14
    case 6011, 6440...6599: total == 16 || total == 19
    case 6200...6299: total >= 16
    default: false
    }
  }

  private func hasCheckDigit(_ start: Int, _ end: Int) -> Bool {
    var sum = 0
    var isDoubled = false
    for place in stride(from: end - 1, through: start, by: -1) where isDigit(place) {
      var digit = Int(at(place)) - 48
      if isDoubled { digit = digit > 4 ? digit * 2 - 9 : digit * 2 }
      sum += digit
      isDoubled.toggle()
    }
    return sum % 10 == 0
  }
}
