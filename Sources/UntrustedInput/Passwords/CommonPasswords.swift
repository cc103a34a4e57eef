/// Whether a password is among the 30,000 that were found most often in published leaks.
///
/// An xor filter: each of them is recognised, and of all other texts about one in 4096 as well, which is then refused for
/// nothing. It takes 74 KB of the program and no memory. The list is English and some years old; what a service of today
/// knows of leaks is far more. A text is compared in lower case and not kept.
/// Source: password list of the zxcvbn package 4.5.0 (MIT licence), by `Scripts/make-password-filter`; Graf and Lemire,
/// "Xor Filters", ACM JEA 2020; NIST SP 800-63B, section 5.1.1.2; BSI TR-03161-1 O.Pass_1.
public enum CommonPasswords {
  /// How many passwords the list has.
  public static let count = CommonPasswordSlots.count
  /// Bytes that the filter takes.
  public static let size = CommonPasswordSlots.text.utf8CodeUnitCount

  // O.Pass_1#871
  /// True for every password of the list, and by chance for one in 4096 others.
  ///
  /// - Parameter lowercased: the text in lower case.
  public static func mayContain(_ lowercased: some StringProtocol) -> Bool {
    // FNV-1a, then the finalizer of MurmurHash3: spread evenly is all that they must do here.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in lowercased.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash &+= CommonPasswordSlots.seed
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    hash ^= hash >> 33
    let block = UInt64(CommonPasswordSlots.block)
    var found = UInt16(hash >> 52)
    for (number, shift) in [UInt64(0), 14, 28].enumerated() {
      found ^= slot(Int(((hash >> shift & 0xFF_FFFF) * block) >> 24) + number * CommonPasswordSlots.block)
    }
    return found == 0
  }

  /// Twelve bits in two characters of base64url.
  private static func slot(_ place: Int) -> UInt16 {
    let text = CommonPasswordSlots.text.utf8Start
    return value(text[2 * place]) << 6 | value(text[2 * place + 1])
  }

  private static func value(_ character: UInt8) -> UInt16 {
    switch character {
    case 65...90: UInt16(character) - 65
    case 97...122: UInt16(character) - 71
    case 48...57: UInt16(character) + 4
    case UInt8(ascii: "-"): 62
    default: 63
    }
  }
}
