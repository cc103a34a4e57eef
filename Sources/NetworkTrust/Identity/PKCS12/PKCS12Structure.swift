import UntrustedInput

/// The outermost layer of a file: what is covered by the MAC, and the MAC.
struct PKCS12Structure: Sendable {
  /// The AuthenticatedSafe, as its author wrote it.
  let content: [UInt8]
  /// Nil for a file that nothing protects.
  let integrity: PKCS12Integrity?

  static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
  static let encryptedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x06]

  /// Reads one layer of BER that others wrote, or DER.
  static func layer(_ bytes: [UInt8]) throws(InputError) -> DERElement {
    let limit = PKCS12File.maximumBytes
    let reader = DERReader(maximumBytes: limit, maximumChildren: PKCS12File.maximumParts)
    // Most files are DER, and those are not copied: copies of keys would stay in memory.
    if let element = try? reader.read(bytes), element.isDERThroughout { return element }
    return try reader.read(try BERNormalizer(maximumBytes: limit).der(bytes))
  }

  /// - Throws: ``IdentityError/unreadable(_:)``, ``IdentityError/unsupported(_:)``, ``IdentityError/damaged``
  init(reading bytes: [UInt8]) throws(IdentityError) {
    do {
      let parts = try Self.layer(bytes).children(.sequence)
      guard (2...3).contains(parts.count) else {
        throw InputError.malformedBinary(expected: "a PKCS#12 file", offset: 0)
      }
      guard try parts[0].integer() == 3 else { throw IdentityError.unsupported(.version) }
      let info = try parts[1].children(.sequence)
      guard info.count == 2, try info[0].objectIdentifier() == Self.data else {
        // Files signed or sealed with public keys.
        throw IdentityError.unsupported(.contentType)
      }
      content = try info[1].inner().octets()
      integrity = parts.count == 3 ? try PKCS12Integrity(parts[2]) : nil
    } catch let error as InputError {
      throw .unreadable(error)
    } catch {
      throw (error as? IdentityError) ?? .damaged
    }
  }
}

extension DERElement {
  /// Whether no value inside has an indefinite length or is cut into chunks.
  fileprivate var isDERThroughout: Bool {
    guard isConstructed else { return true }
    guard tag != .octetString, let children = try? children() else { return false }
    return children.allSatisfy(\.isDERThroughout)
  }
}
