/// What an ASN.1 value is called on the wire. Source: ITU-T X.690, section 8.1.2.
public struct ASN1Tag: Sendable, Hashable {
  /// Who gave the number its meaning.
  public enum Class: UInt8, Sendable { case universal, application, context, `private` }

  public let category: Class
  public let number: UInt32

  public init(_ category: Class, _ number: UInt32) {
    self.category = category
    self.number = number
  }

  public static let boolean = ASN1Tag(.universal, 1)
  public static let integer = ASN1Tag(.universal, 2)
  public static let bitString = ASN1Tag(.universal, 3)
  public static let octetString = ASN1Tag(.universal, 4)
  public static let null = ASN1Tag(.universal, 5)
  public static let objectIdentifier = ASN1Tag(.universal, 6)
  public static let enumerated = ASN1Tag(.universal, 10)
  public static let utf8String = ASN1Tag(.universal, 12)
  public static let sequence = ASN1Tag(.universal, 16)
  public static let set = ASN1Tag(.universal, 17)
  public static let utcTime = ASN1Tag(.universal, 23)
  public static let generalizedTime = ASN1Tag(.universal, 24)
  /// A tag that the surrounding type numbers.
  public static func context(_ number: UInt32) -> ASN1Tag { ASN1Tag(.context, number) }
}
