import SecurityPolicy

/// Every requirement id that exists, with its standard and obligation. No texts: those belong to their publishers.
///
/// Protects against evidence and source tags that cite a requirement nobody wrote.
public enum RequirementCatalogue {
  /// One requirement of one standard.
  public struct Entry: Sendable, Hashable {
    public let requirement: Requirement
    public let standard: RequirementStandard
    public let obligation: RequirementObligation
  }

  /// All entries, standard by standard; an id that two standards share stands twice.
  public static let entries: [Entry] = {
    var entries: [Entry] = []
    var heading: (RequirementStandard, RequirementObligation)?
    for line in identifiers.split(separator: "\n") {
      if line.hasSuffix(":") {
        let words = line.dropLast().split(separator: " ").map(String.init)
        heading = nil
        if words.count == 2, let standard = RequirementStandard(rawValue: words[0]),
          let obligation = RequirementObligation(rawValue: words[1])
        {
          heading = (standard, obligation)
        }
      } else if let (standard, obligation) = heading {
        for id in line.split(separator: " ") {
          entries.append(Entry(requirement: Requirement(String(id)), standard: standard, obligation: obligation))
        }
      }
    }
    return entries
  }()

  private static let byID = Dictionary(grouping: entries, by: \.requirement)

  /// The entries of this id, app side before backend, editions in force before older ones; empty when it is unknown.
  public static func entries(for requirement: Requirement) -> [Entry] {
    let order = RequirementStandard.allCases
    return (byID[requirement] ?? []).sorted { left, right in
      let leftRank = (left.standard.isInForce ? 0 : 1, order.firstIndex(of: left.standard) ?? 0)
      let rightRank = (right.standard.isInForce ? 0 : 1, order.firstIndex(of: right.standard) ?? 0)
      return leftRank < rightRank
    }
  }

  /// The tags whose requirement no catalogue knows, in the order given.
  public static func unknown(_ tags: [RequirementTag]) -> [RequirementTag] {
    tags.filter { byID[$0.requirement] == nil }
  }
}
