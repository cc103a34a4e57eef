import Foundation
import UntrustedInput

/// Google's list of attestation keys that are no longer to be believed, as a dated copy.
///
/// A list that is not there or too old is undetermined, never clean. SUSPENDED counts like REVOKED: a key under suspicion
/// is no proof.
/// Source: https://android.googleapis.com/attestation/status; developer.android.com, "Certificate revocation status list".
public struct RevocationList: Sendable {
  /// When this copy was fetched.
  public let fetchedAt: Date
  private let serials: Set<String>

  /// - Parameters:
  ///   - json: `{"entries": {"serial": {"status": "REVOKED", …}}}`.
  /// - Throws: ``AttestationError/revocationListUnreadable``, also for an entry with a status that is not known: what it
  ///   means could be anything.
  public init(json: [UInt8], fetchedAt: Date) throws(AttestationError) {
    let reader = JSONReader(maximumBytes: 1 << 24, maximumDepth: 8)
    guard let entries = (try? reader.read(json))?["entries"]?.members else { throw .revocationListUnreadable }
    var serials: Set<String> = []
    for entry in entries {
      guard let status = entry.node["status"]?.string, ["REVOKED", "SUSPENDED"].contains(status), !entry.name.isEmpty
      else { throw .revocationListUnreadable }
      serials.insert(Self.canonical(entry.name))
    }
    self.serials = serials
    self.fetchedAt = fetchedAt
  }

  /// How many serial numbers it holds.
  public var count: Int { serials.count }

  /// - Parameter serial: the bytes of the INTEGER.
  func contains(_ serial: [UInt8]) -> Bool {
    let hex = Self.canonical(serial.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    // Old entries are in decimal: numbers of up to 64 bits. Below 32 bits the two spellings could be mistaken for
    // each other, and no attestation key has such a number.
    let magnitude = serial.drop { $0 == 0 }
    let number = magnitude.count <= 8 ? magnitude.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : 0
    return serials.contains(hex) || number > UInt64(UInt32.max) && serials.contains(String(number))
  }

  private static func canonical(_ text: String) -> String {
    let digits = text.lowercased().drop { $0 == "0" }
    return digits.isEmpty ? "0" : String(digits)
  }
}
