/// One row of a backup's list.
public struct BackedUpFile: Sendable, Hashable {
  /// What the row stands for. Source: `flags` of `Files` in Manifest.db.
  public enum Kind: Int64, Sendable, Hashable {
    case file = 1
    case folder = 2
    case link = 4
  }

  /// Whose file it is: `AppDomain-com.example.app`, `AppDomainGroup-group.com.example`, `HomeDomain` …
  public let domain: String
  /// Relative to the domain: `Documents/records.sqlite`. Anybody's text.
  public let path: String
  public let kind: Kind
  /// Forty hexadecimal digits: the name of the content in the backup. Nil where the list names something else.
  public let contentName: String?
  /// The data-protection class that the file has on the device; nil when the list does not tell.
  public let protection: BackedUpProtection?
  /// In bytes, on the device; nil when the list does not tell.
  public let size: Int64?

  public init(
    domain: String, path: String, kind: Kind = .file, contentName: String? = nil,
    protection: BackedUpProtection? = nil, size: Int64? = nil
  ) {
    self.domain = domain
    self.path = path
    self.kind = kind
    self.contentName = contentName
    self.protection = protection
    self.size = size
  }

  /// The last part of the path, in lower case.
  var name: String { path.split(separator: "/").last?.lowercased() ?? "" }
}
