import Foundation

/// The URL schemes that an app's Info.plist declares in `LSApplicationQueriesSchemes`.
///
/// The system answers "no" for a scheme that is not declared, so the probe of such a scheme never sees anything. iOS
/// heeds at most 50 entries. Source: Apple, UIApplication `canOpenURL(_:)`; runtime protection SDKs' issue trackers.
public struct DeclaredSchemes: Sendable, Hashable {
  /// In the file's order, in lower case: schemes are compared without regard to case (RFC 3986, section 3.1).
  public let names: [String]

  /// Bytes of an Info.plist that are looked at, at most.
  public static let longest = 1 << 20

  /// Reads an XML or binary property list; nil when it is none, is longer than ``longest``, or its entry is no list of
  /// texts. A file without the entry declares nothing.
  public init?(infoPlist: [UInt8]) {
    guard infoPlist.count <= Self.longest,
      let fields = try? PropertyListDecoder().decode(QueriedSchemes.self, from: Data(infoPlist))
    else { return nil }
    names = (fields.LSApplicationQueriesSchemes ?? []).map { $0.lowercased() }
  }

  /// Entries of the list that iOS heeds: the first ones, of an app linked on iOS 15 or later.
  public static let heeded = 50

  /// What the catalogue asks for and the app does not declare among the first ``heeded`` entries.
  public func missing(from catalogue: ProbeCatalogue = .builtIn) -> [String] {
    let declared = Set(names.prefix(Self.heeded))
    return catalogue.schemes.filter { !declared.contains($0.lowercased()) }
  }

  /// Decoded rather than taken from `PropertyListSerialization`, which reads out of bounds on Linux when a binary
  /// list's root is a set.
  private struct QueriedSchemes: Decodable {
    let LSApplicationQueriesSchemes: [String]?
  }
}
