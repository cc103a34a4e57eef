/// What one byte can be part of, as bits: one table look-up per byte decides how the scanner goes on.
struct ByteClass: OptionSet {
  let rawValue: UInt8

  /// A letter, a digit or `_`.
  static let name = ByteClass(rawValue: 1)
  static let digit = ByteClass(rawValue: 2)
  static let upper = ByteClass(rawValue: 4)
  static let lower = ByteClass(rawValue: 8)
  /// `J`: of the letters in `eyJ` the rarest.
  static let jay = ByteClass(rawValue: 16)
  /// A sign that may begin or carry something to mask: `@ % \ < > - : &`.
  static let sign = ByteClass(rawValue: 32)
  /// What may stand between a name and its value, or after an authentication scheme.
  static let follower = ByteClass(rawValue: 64)
  /// A letter or digit of any script, or `.`, `-`, `_`, `+`, `~`, `%`: the local part of an e-mail address.
  static let local = ByteClass(rawValue: 128)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  private init(of byte: UInt8) {
    var value: UInt8 = 0
    switch byte {
    case 48...57: value = 1 | 2 | 128
    case 65...90: value = 1 | 4 | 128 | (byte == UInt8(ascii: "J") ? 16 : 0)
    case 97...122: value = 1 | 8 | 128
    case UInt8(ascii: "_"): value = 1 | 128
    // A colon of full width begins with this one.
    case 0xEF: value = 64 | 128
    case 128...255: value = 128
    case UInt8(ascii: "%"): value = 32 | 64 | 128
    case UInt8(ascii: "-"): value = 32 | 64 | 128
    case UInt8(ascii: "\\"), UInt8(ascii: ":"): value = 32 | 64
    case UInt8(ascii: "@"): value = 32
    case UInt8(ascii: "<"), UInt8(ascii: ">"): value = 32 | 64
    case UInt8(ascii: "."), UInt8(ascii: "~"): value = 128
    case UInt8(ascii: "+"): value = 64 | 128
    case UInt8(ascii: "&"): value = 32 | 64
    case UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "("), UInt8(ascii: ","), 9, 27, 32:
      value = 64
    default: break
    }
    rawValue = value
  }

  /// 256 entries, made once, never changed and never freed: any thread may read them.
  nonisolated(unsafe) static let table: UnsafePointer<UInt8> = {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    for byte in UInt8.min...UInt8.max { table[Int(byte)] = ByteClass(of: byte).rawValue }
    return UnsafePointer(table)
  }()
}
