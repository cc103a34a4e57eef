extension DERElement {
  private func primitive(_ tag: ASN1Tag, _ name: String) throws(InputError) -> ArraySlice<UInt8> {
    guard self.tag == tag, !isConstructed else { throw expected(name) }
    return content
  }

  /// The content of an OCTET STRING.
  ///
  /// - Throws: `malformedBinary` of ``InputError``.
  public func octets() throws(InputError) -> [UInt8] { Array(try primitive(.octetString, "an OCTET STRING")) }

  /// The content of an OBJECT IDENTIFIER, as encoded.
  ///
  /// - Throws: `malformedBinary` of ``InputError``.
  public func objectIdentifier() throws(InputError) -> [UInt8] {
    let bytes = try primitive(.objectIdentifier, "an OBJECT IDENTIFIER")
    guard let last = bytes.last, last & 0x80 == 0 else { throw expected("an OBJECT IDENTIFIER") }
    return Array(bytes)
  }

  /// The content of a UTF8String.
  ///
  /// - Throws: `malformedBinary` of ``InputError``.
  public func text() throws(InputError) -> String {
    guard let text = String(validating: try primitive(.utf8String, "a UTF8String"), as: UTF8.self) else {
      throw expected("UTF-8")
    }
    return text
  }

  /// The bytes of a BIT STRING without unused bits.
  ///
  /// - Throws: `malformedBinary` of ``InputError``, also for a number of bits that fills no whole bytes.
  public func wholeBits() throws(InputError) -> [UInt8] {
    let bytes = try primitive(.bitString, "a BIT STRING")
    guard bytes.first == 0 else { throw expected("a BIT STRING of whole bytes") }
    return Array(bytes.dropFirst())
  }

  /// The bits of a BIT STRING of at most 16 named bits, bit 0 highest.
  ///
  /// - Throws: `malformedBinary` of ``InputError``, also where an unused bit is set or the last bit named is not.
  public func namedBits() throws(InputError) -> UInt16 {
    let bytes = Array(try primitive(.bitString, "a BIT STRING"))
    guard (1...3).contains(bytes.count), bytes[0] < 8, bytes.count > 1 || bytes[0] == 0 else {
      throw expected("named bits")
    }
    let value = bytes.dropFirst().enumerated().reduce(UInt16(0)) {
      $0 | UInt16($1.element) << UInt16(8 - 8 * $1.offset)
    }
    if bytes.count > 1 {
      guard bytes[bytes.count - 1].trailingZeroBitCount == Int(bytes[0]) else { throw expected("named bits") }
    }
    return value
  }

  /// An INTEGER or ENUMERATED of at most 64 bits with sign; the tag may be given by the context.
  ///
  /// - Throws: `malformedBinary` of ``InputError``.
  public func integer(_ tag: ASN1Tag = .integer) throws(InputError) -> Int64 {
    let bytes = try integerBytes(tag)
    guard bytes.count <= 8 else { throw expected("an INTEGER of at most 64 bits") }
    return bytes.reduce(bytes.first.map { $0 & 0x80 != 0 } == true ? Int64(-1) : 0) { $0 << 8 | Int64($1) }
  }

  /// The bytes of an INTEGER in two's complement, shortest form.
  ///
  /// - Throws: `malformedBinary` of ``InputError``.
  public func integerBytes(_ tag: ASN1Tag = .integer) throws(InputError) -> ArraySlice<UInt8> {
    let bytes = try primitive(tag, "an INTEGER")
    guard let first = bytes.first else { throw expected("an INTEGER") }
    if bytes.count > 1 {
      let second = bytes[bytes.startIndex + 1]
      let isLonger = first == 0 && second & 0x80 == 0 || first == 0xFF && second & 0x80 != 0
      guard !isLonger else { throw expected("the shortest INTEGER") }
    }
    return bytes
  }

  /// A BOOLEAN: 0x00 or 0xFF. With `tolerant` every value but 0x00 is true, as BER has it; for the one field in which
  /// real devices send 0x01.
  ///
  /// - Throws: `malformedBinary` of ``InputError``.
  public func boolean(tolerant: Bool = false) throws(InputError) -> Bool {
    let bytes = try primitive(.boolean, "a BOOLEAN")
    guard let byte = bytes.first, bytes.count == 1, tolerant || byte == 0 || byte == 0xFF else {
      throw expected("a BOOLEAN")
    }
    return byte != 0
  }

  /// A UTCTime or GeneralizedTime as certificates have them (seconds, Zulu), in seconds since 1970.
  ///
  /// - Throws: `malformedBinary` of ``InputError``. Source: RFC 5280, section 4.1.2.5.
  public func time() throws(InputError) -> Int64 {
    let isShort = tag == .utcTime
    let bytes = Array(try primitive(isShort ? .utcTime : .generalizedTime, "a time"))
    guard bytes.count == (isShort ? 13 : 15), bytes.last == UInt8(ascii: "Z"),
      bytes.dropLast().allSatisfy({ (48...57).contains($0) })
    else { throw expected("a time in seconds and Zulu") }
    var digits = bytes.dropLast().map { Int64($0 - 48) }
    if isShort { digits = (digits[0] >= 5 ? [1, 9] : [2, 0]) + digits }
    func number(_ index: Int) -> Int64 { digits[index] * 10 + digits[index + 1] }
    let year = number(0) * 100 + number(2)
    let (month, day, hour, minute, second) = (number(4), number(6), number(8), number(10), number(12))
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), day >= 1, day <= lengths[Int(month) - 1], hour < 24, minute < 60, second < 60 else {
      throw expected("a time that exists")
    }
    // Days since 1970-01-01 in the proleptic Gregorian calendar, years counted from March.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let era = shifted / 400
    let yearOfEra = shifted % 400
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return ((days * 24 + hour) * 60 + minute) * 60 + second
  }
}
