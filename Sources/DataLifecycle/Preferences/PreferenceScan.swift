import Redaction
public import SecurityPolicy

/// Looks for preferences that look like secrets: leftovers of earlier versions, of libraries, of a careless line.
///
/// It judges names and shapes. A short secret under a harmless name is not found; a harmless long number may be.
/// Source: MASVS-STORAGE-1, MASTG-TEST-0299 (UserDefaults), CWE-312.
public struct PreferenceScan: Sendable {
  private let rules = MaskingRules()

  public init() {}

  /// At most one finding per entry, sorted by name.
  public func findings(in entries: [String: String]) -> [PreferenceFinding] {
    entries.compactMap { name, value in
      reason(name, value).map { PreferenceFinding(name: name, reason: $0) }
    }.sorted { $0.name < $1.name }
  }

  /// Whether a store holds nothing that looks like a secret; undetermined when it could not be read.
  public func verdict(on store: any PreferenceStore) -> Verdict {
    do throws(LifecycleError) {
      let count = findings(in: try store.entries()).count
      return count == 0
        ? .holds : .fails(.init("\(count) preferences look like secrets; move them to the secret store"))
    } catch {
      return .undetermined("the preferences could not be read")
    }
  }

  private func reason(_ name: String, _ value: String) -> PreferenceFinding.Reason? {
    guard !value.isEmpty else { return nil }
    // A probe value that no rule masks by itself: only the name can make it disappear.
    if rules.mask("\(name)=x") != "\(name)=x" { return .secretName }
    if rules.mask(value) != value { return .secretValue }
    let text = value.utf8.drop { $0 == UInt8(ascii: "\"") }.prefix { $0 != UInt8(ascii: "\"") }
    if isUUID(text) { return .identifier }
    if text.count >= 32, text.allSatisfy(isHexadecimal) { return .hexadecimal }
    return isBase64(text) ? .base64 : nil
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...70, 97...102: true
    default: false
    }
  }

  private func isUUID(_ text: some Collection<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(isHexadecimal) }
  }

  /// Digits, capitals and small letters mixed, as random bytes have them and words do not.
  private func isBase64(_ text: some Collection<UInt8>) -> Bool {
    guard text.count >= 32 else { return false }
    var digits = 0, capitals = 0, small = 0
    for byte in text {
      switch byte {
      case 48...57: digits += 1
      case 65...90: capitals += 1
      case 97...122: small += 1
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "_"): continue
      default: return false
      }
    }
    return digits > 0 && capitals * 5 > text.count && small > 0
  }
}
