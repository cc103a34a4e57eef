import AttestationSamples
import Crypto

/// A certificate to be written, every field as one likes.
struct SampleCertificate {
  struct Extension {
    var name: [UInt8]
    var isCritical = false
    var value: [UInt8]
  }
  enum Name {
    case dns(String)
    case address([UInt8])
  }

  static let serverAuth: [UInt8] = [0x2B, 6, 1, 5, 5, 7, 3, 1]
  static let clientAuth: [UInt8] = [0x2B, 6, 1, 5, 5, 7, 3, 2]
  static let anyUsage: [UInt8] = [0x55, 0x1D, 0x25, 0]

  var version = 3
  var serial: Int64 = 1
  var subject: String
  var issuer = ""
  var notBefore: Int64
  var notAfter: Int64
  var key: SampleKey
  /// Nil leaves the extension out.
  var isAuthority: Bool?
  var pathLength: Int?
  /// Bit 0, digitalSignature, is the highest of the 16.
  var usage: UInt16?
  var extendedUsage: [[UInt8]] = []
  var names: [Name] = []
  var more: [Extension] = []
  var sha1 = false
  var outerAlgorithm: [UInt8]?
  var isForged = false

  static func name(_ text: String) -> [UInt8] {
    DERWriter.sequence(
      DERWriter.set(DERWriter.sequence(DERWriter.name([0x55, 4, 3]), DERWriter.text(text))))
  }

  func encoded(signedBy signer: SampleKey) throws -> [UInt8] {
    let algorithm = signer.algorithm(sha1: sha1)
    var fields = version == 1 ? [] : DERWriter.context(0, DERWriter.integer(Int64(version - 1)))
    fields += DERWriter.integer(serial) + algorithm + Self.name(issuer)
    fields += DERWriter.sequence(Self.time(notBefore), Self.time(notAfter)) + Self.name(subject) + key.publicKeyInfo
    if version == 3 {
      let list = extensions(signer).map { item in
        DERWriter.sequence(
          DERWriter.name(item.name), item.isCritical ? DERWriter.boolean() : [], DERWriter.octets(item.value))
      }
      fields += DERWriter.context(3, DERWriter.value([0x30], Array(list.joined())))
    }
    let body = DERWriter.value([0x30], fields)
    var signature = try signer.sign(body, sha1: sha1)
    if isForged {
      let other = try signer.sign(body + [0], sha1: sha1)
      signature = other == signature ? signature.reversed() : other
    }
    return DERWriter.sequence(body, outerAlgorithm ?? algorithm, DERWriter.bits(signature))
  }

  private func extensions(_ signer: SampleKey) -> [Extension] {
    func identifier(_ key: SampleKey) -> [UInt8] { Array(SHA256.hash(data: key.publicKeyInfo).prefix(20)) }
    var list: [Extension] = []
    if let isAuthority {
      let limit = pathLength.map { DERWriter.integer(Int64($0)) } ?? []
      list.append(
        Extension(
          name: [0x55, 0x1D, 19], isCritical: true,
          value: DERWriter.sequence(isAuthority ? DERWriter.boolean() + limit : [])))
    }
    if let usage {
      let bytes = usage & 0xFF == 0 ? [UInt8(usage >> 8)] : [UInt8(usage >> 8), UInt8(usage & 0xFF)]
      let unused = UInt8(bytes[bytes.count - 1].trailingZeroBitCount)
      list.append(
        Extension(name: [0x55, 0x1D, 15], isCritical: true, value: DERWriter.value([3], [unused] + bytes)))
    }
    if !extendedUsage.isEmpty {
      let value = DERWriter.value([0x30], Array(extendedUsage.map(DERWriter.name).joined()))
      list.append(Extension(name: [0x55, 0x1D, 37], value: value))
    }
    if !names.isEmpty {
      let value = names.map { name -> [UInt8] in
        switch name {
        case .dns(let text): DERWriter.value([0x82], Array(text.utf8))
        case .address(let bytes): DERWriter.value([0x87], bytes)
        }
      }
      list.append(Extension(name: [0x55, 0x1D, 17], value: DERWriter.value([0x30], Array(value.joined()))))
    }
    list.append(Extension(name: [0x55, 0x1D, 14], value: DERWriter.octets(identifier(key))))
    list.append(
      Extension(name: [0x55, 0x1D, 35], value: DERWriter.sequence(DERWriter.value([0x80], identifier(signer)))))
    return list + more
  }

  /// UTCTime: only years from 2000 to 2049 are written.
  private static func time(_ seconds: Int64) -> [UInt8] {
    let days = seconds / 86_400
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let clock = seconds % 86_400
    let numbers = [
      year % 100, month, dayOfYear - (153 * part + 2) / 5 + 1, clock / 3600, clock / 60 % 60, clock % 60,
    ]
    let text = numbers.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined() + "Z"
    return DERWriter.value([0x17], Array(text.utf8))
  }
}
