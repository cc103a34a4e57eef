public import SecurityPolicy

/// Why a page is not loaded.
public enum WebRefusal: String, Sendable, Hashable, CaseIterable {
  case malformedAddress
  /// A scheme that web views must not follow: `file`, `data`, `javascript`, `blob`, `http`, one of an app …
  case scheme
  case foreignOrigin
  /// A server of an allowed origin sent the browser to another one.
  case redirectedAway
  case newWindow
  case download
  /// The answer is of a type that the view cannot show.
  case unshownType

  /// The requirements that the refusal serves; the rules of the audit about web views name the same ones.
  public var requirements: [Requirement] {
    let ids =
      switch self {
      case .scheme: ["O.Arch_8", "O.Plat_8", "O.Plat_10", "MASVS-PLATFORM-2", "MASWE-0069"]
      case .malformedAddress: ["O.Plat_8", "O.Source_1", "MASVS-PLATFORM-2", "MASWE-0071"]
      case .foreignOrigin, .redirectedAway, .newWindow: ["O.Plat_8", "MASVS-PLATFORM-2", "MASWE-0071"]
      case .download, .unshownType: ["O.Plat_8", "MASVS-PLATFORM-2"]
      }
    return ids.map(Requirement.init)
  }
}

extension WebRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformedAddress: "the address is not written in a way that every program reads alike"
    case .scheme: "web views do not follow this scheme"
    case .foreignOrigin: "the site is not on the list"
    case .redirectedAway: "the server led to a site that is not on the list"
    case .newWindow: "pages open no windows"
    case .download: "files are not downloaded"
    case .unshownType: "the answer is of a type that is not shown"
    }
  }
}
