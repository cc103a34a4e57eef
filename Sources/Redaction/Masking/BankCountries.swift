/// How long the account numbers of each country are.
/// Source: SWIFT IBAN Registry, release 99.
enum BankCountries {
  private static let lengths: [UInt8] = {
    let registry = """
      AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 \
      FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 \
      LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 \
      RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
      """
    var lengths = [UInt8](repeating: 0, count: 26 * 26)
    for entry in registry.split(separator: " ") {
      let bytes = Array(entry.utf8)
      lengths[(Int(bytes[0]) - 65) * 26 + Int(bytes[1]) - 65] = (bytes[2] - 48) * 10 + bytes[3] - 48
    }
    return lengths
  }()

  /// For two letters of either case; nil for a country without such numbers.
  static func length(_ first: UInt8, _ second: UInt8) -> Int? {
    let length = lengths[(Int(first | 32) - 97) * 26 + Int(second | 32) - 97]
    return length == 0 ? nil : Int(length)
  }
}
