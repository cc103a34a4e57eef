import Foundation
import UntrustedInput

/// The payload of a receipt: a SET of SEQUENCE { type, version, OCTET STRING }.
struct ReceiptFields {
  let kind: AppReceiptKind
  let appID: String
  let publicKey: [UInt8]
  let environment: AttestationEnvironment?
  let clientHash: [UInt8]
  let createdAt: Date
  let notBefore: Date?
  let expiresAt: Date
  let riskMetric: Int?

  init(_ payload: [UInt8]) throws(InputError) {
    var fields: [Int64: [UInt8]] = [:]
    for item in try DERReader().read(payload).children(.set) {
      let parts = try item.children(.sequence)
      guard parts.count == 3 else { throw item.expected("a field of a receipt") }
      let type = try parts[0].integer()
      guard fields[type] == nil else { throw .duplicateKey(offset: item.offset) }
      fields[type] = try parts[2].octets()
    }
    func text(_ type: Int64) throws(InputError) -> String? {
      guard let bytes = fields[type] else { return nil }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .malformedBinary(expected: "text in a receipt's field", offset: 0)
      }
      return text
    }
    func date(_ type: Int64) throws(InputError) -> Date? {
      guard let text = try text(type), !text.isEmpty else { return nil }
      guard let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text) else {
        throw .malformedBinary(expected: "a date in a receipt's field", offset: 0)
      }
      return date
    }
    guard let appID = try text(2), let kind = try text(6).flatMap(AppReceiptKind.init), let certificate = fields[3],
      let point = try Certificate(certificate).point, let created = try date(12), let expires = try date(21)
    else { throw .malformedBinary(expected: "the fields of a receipt", offset: 0) }
    self.appID = appID
    self.kind = kind
    publicKey = point
    environment =
      switch try text(7) {
      case "production": .production
      case "sandbox": .development
      default: nil
      }
    clientHash = fields[4] ?? []
    createdAt = created
    notBefore = try date(19)
    expiresAt = expires
    riskMetric = try text(17).flatMap { Int($0) }
  }
}
