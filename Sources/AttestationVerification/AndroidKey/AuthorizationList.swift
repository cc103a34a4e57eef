import UntrustedInput

/// What one side, software or hardware, enforces for a key.
/// Source: Android Open Source Project, "Key and ID attestation", AuthorizationList.
struct AuthorizationList {
  struct RootOfTrust {
    let isLocked: Bool
    let state: VerifiedBootState
  }

  /// The tags of all versions up to KeyMint 500.
  private static let knownTags: Set<UInt32> = [
    1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 200, 203, 303, 305, 400, 401, 402, 405, 502, 503, 504, 505, 506, 507, 508, 509, 600,
    601, 701, 702, 703, 704, 705, 706, 709, 710, 711, 712, 713, 714, 715, 716, 717, 718, 719, 720, 723, 724,
  ]

  private(set) var hasUnknownTag = false
  private(set) var isOrdered = true
  private(set) var origin: Int64?
  private(set) var rootOfTrust: RootOfTrust?
  private(set) var osVersion: Int64?
  private(set) var osPatch: Int64?
  private(set) var vendorPatch: Int64?
  private(set) var bootPatch: Int64?
  private(set) var application: AttestedApplication?

  init(_ element: DERElement) throws(InputError) {
    var seen: Set<UInt32> = []
    var last: UInt32 = 0
    for item in try element.children(.sequence) {
      let number = item.tag.number
      guard item.tag.category == .context else { throw item.expected("a tagged value") }
      guard seen.insert(number).inserted else { throw .duplicateKey(offset: item.offset) }
      if !Self.knownTags.contains(number) { hasUnknownTag = true }
      if number < last { isOrdered = false }
      last = number
      let value = try item.inner()
      switch number {
      case 702: origin = try value.integer()
      case 704: rootOfTrust = try Self.rootOfTrust(value)
      case 705: osVersion = try value.integer()
      case 706: osPatch = try value.integer()
      case 709: application = try AttestedApplication(value)
      case 718: vendorPatch = try value.integer()
      case 719: bootPatch = try value.integer()
      default: break
      }
    }
  }

  /// Versions 1 and 2 have no boot hash.
  private static func rootOfTrust(_ element: DERElement) throws(InputError) -> RootOfTrust {
    let parts = try element.children(.sequence)
    guard (3...4).contains(parts.count), let state = VerifiedBootState(rawValue: try parts[2].integer(.enumerated))
    else { throw element.expected("a root of trust") }
    _ = try parts[0].octets()
    if parts.count == 4 { _ = try parts[3].octets() }
    // The one field in which genuine devices send 0x01 for true.
    return RootOfTrust(isLocked: try parts[1].boolean(tolerant: true), state: state)
  }
}
