/// The digits of a PIN while it is being chosen, and the patterns in them.
struct PINPatterns {
  private let digits: [Int]
  private let count: Int

  init(_ digits: [Int]) {
    self.digits = digits
    count = digits.count
  }

  var weakness: PINWeakness? {
    if isRepetition { return .repetition }
    if isRow { return .row }
    if isPairs { return .pairs }
    if isFigure { return .keypad }
    if isDate { return .date }
    return Self.mostUsed.contains(digits) ? .mostUsed : nil
  }

  private var isRepetition: Bool {
    let most = (0...9).map { digit in digits.count { $0 == digit } }.max() ?? 0
    return most >= (count > 4 ? count - 1 : count)
  }

  private var isRow: Bool {
    let steps = Set(zip(digits, digits.dropFirst()).map { ($1 - $0 + 10) % 10 })
    return steps.count == 1 && !steps.isDisjoint(with: [1, 2, 8, 9])
  }

  private var isPairs: Bool {
    // The part comes again, whole or cut: 1212, 123123, 12121.
    if count > 3,
      (1...(count / 2)).contains(where: { part in (part..<count).allSatisfy { digits[$0] == digits[$0 - part] } })
    {
      return true
    }
    // Each digit as often as every other one: 1122, 112233, 111222.
    for run in [2, 3] where count.isMultiple(of: run) && count > run {
      if digits.indices.allSatisfy({ digits[$0] == digits[$0 / run * run] }) { return true }
    }
    return digits == digits.reversed()
  }

  // MARK: the keypad

  /// Rows from the top; the zero under the eight.
  private static let keys: [(row: Int, column: Int)] =
    [(3, 1)] + (0..<9).map { (row: $0 / 3, column: $0 % 3) }

  private var isFigure: Bool {
    // The four corners, the four between them, in whatever order.
    if count == 4, [[1, 3, 7, 9], [2, 4, 6, 8]].contains(digits.sorted()) { return true }
    return isPath || isLines
  }

  private func move(_ from: Int, _ to: Int) -> [Int] {
    let (a, b) = (Self.keys[from], Self.keys[to])
    return [b.row - a.row, b.column - a.column]
  }

  /// From key to neighbouring key, none twice, with two turns at most: 2580, 1236, 147852.
  private var isPath: Bool {
    guard Set(digits).count == count else { return false }
    let moves = zip(digits, digits.dropFirst()).map(move)
    guard moves.allSatisfy({ abs($0[0]) + abs($0[1]) == 1 }) else { return false }
    return zip(moves, moves.dropFirst()).count { $0 != $1 } <= 2
  }

  /// Straight lines of three keys, one after the other: 147258, 159753.
  private var isLines: Bool {
    guard count > 3, count.isMultiple(of: 3) else { return false }
    return stride(from: 0, to: count, by: 3).allSatisfy { start in
      let first = move(digits[start], digits[start + 1])
      return first == move(digits[start + 1], digits[start + 2]) && first.map(abs).max() == 1
    }
  }

  // MARK: dates

  private static let years = 1900...2049
  private static let daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  private func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }

  private static func isDay(_ day: Int, _ month: Int) -> Bool {
    (1...12).contains(month) && (1...daysOfMonths[month - 1]).contains(day)
  }

  /// Digits that are a day and a month, in either order, each of one digit or two.
  private func isDay(at start: Int, _ first: Int = 2, _ second: Int = 2) -> Bool {
    let middle = start + first
    let (a, b) = (number(start..<middle), number(middle..<(middle + second)))
    return Self.isDay(a, b) || Self.isDay(b, a)
  }

  private func isYear(at start: Int) -> Bool { Self.years.contains(number(start..<(start + 4))) }
  private func isMonth(at start: Int, _ count: Int = 2) -> Bool {
    (1...12).contains(number(start..<(start + count)))
  }

  /// Every year has its two last digits: only the day and the month tell a short date from another number.
  private var isDate: Bool {
    switch count {
    // DDMM and MMDD; YYYY; MMYY
    case 4: isDay(at: 0) || isYear(at: 0) || isMonth(at: 0)
    // MYYYY; YYYYM. Half of all numbers read as a day with the end of a year (DMMYY, DDMYY).
    case 5: (isMonth(at: 0, 1) && isYear(at: 1)) || (isYear(at: 0) && isMonth(at: 4, 1))
    // DDMMYY and MMDDYY; YYMMDD; DMYYYY; MMYYYY; YYYYMM
    case 6:
      isDay(at: 0) || Self.isDay(number(4..<6), number(2..<4)) || (isDay(at: 0, 1, 1) && isYear(at: 2))
        || (isMonth(at: 0) && isYear(at: 2)) || (isYear(at: 0) && isMonth(at: 4))
    case 7: (isDay(at: 0, 1, 2) || isDay(at: 0, 2, 1)) && isYear(at: 3)
    case 8: (isDay(at: 0) && isYear(at: 4)) || (isYear(at: 0) && isDay(at: 4))
    default: false
    }
  }

  /// Source: Berry, "PIN analysis", DataGenetics 2012 (the first twenty, and longer ones that it names); Amitay, "Most
  /// common iPhone passcodes", 2011 (the first ten). Most of them are patterns as well.
  static let mostUsed: Set<[Int]> = Set(
    [
      "1234", "1111", "0000", "1212", "7777", "1004", "2000", "4444", "2222", "6969", "9999", "3333", "5555", "6666",
      "1122", "1313", "8888", "4321", "2001", "1010", "2580", "5683", "0852", "1998", "8675309", "3141592654",
    ].map { $0.utf8.map { Int($0 & 0x0F) } })
}
