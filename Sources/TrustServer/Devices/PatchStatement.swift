#if Server
  import SecurityPolicy
  import TrustWire

  /// A patch level with what it rests on. Hardware often attests the month only: then the claimed day counts while its
  /// month is the attested one, and without a day a month meets every day of it.
  struct PatchStatement {
    let text: String?
    let basis: Decision.Basis
    private let isMonth: Bool

    init(claimed: String?, attested: String?) {
      guard let attested else {
        // Facts that were kept say the attested month as their own.
        (text, basis, isMonth) = (claimed, .claimed, Self.isMonth(claimed.flatMap { DottedVersion($0) }))
        return
      }
      basis = .attested
      let month = DottedVersion(attested)?.numbers ?? []
      let day = claimed.flatMap { DottedVersion($0) }?.numbers ?? []
      guard Self.isMonth(DottedVersion(attested)) else {
        (text, isMonth) = (attested, false)
        return
      }
      let isSameMonth = day.count == 3 && Array(day.prefix(2)) == month
      (text, isMonth) = (isSameMonth ? claimed : attested, !isSameMonth)
    }

    /// `2025-08`; `6.1` is a kernel.
    private static func isMonth(_ level: DottedVersion?) -> Bool {
      level.map { $0.numbers.count == 2 && $0.numbers[0] >= 2000 } ?? false
    }

    func isBelow(_ minimum: DottedVersion, _ patch: DottedVersion) -> Bool {
      guard isMonth else { return patch < minimum }
      return patch.numbers.lexicographicallyPrecedes(minimum.numbers.prefix(2))
    }

    func equals(_ listed: DottedVersion, _ patch: DottedVersion) -> Bool {
      guard isMonth else { return patch == listed }
      return Array(listed.numbers.prefix(2)) == patch.numbers
    }
  }
#endif
