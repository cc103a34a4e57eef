import SecurityPolicy

/// One line of evidence: what one tool, by one policy, can say about one requirement, and where.
///
/// - Protects against: claims without a place, places without the digest of the file they stood in, invented ids,
///   and words that only an evaluator may use.
/// - Does not protect against: a caller that hands over a wrong statement. The row repeats it, it does not check it.
///
/// Source: BSI TR-03161-1 v3.0, test depth EXAMINE (occurrences with file and line).
public struct EvidenceRow: Sendable, Hashable {
  public let requirement: Requirement
  public let standard: RequirementStandard
  public let obligation: RequirementObligation
  public let verdict: EvidenceVerdict
  /// In our own words: what was looked at and what was seen.
  public let statement: String
  /// Sorted, without repetition.
  public let places: [EvidencePlace]
  /// One per cited file, sorted by file.
  public let digests: [FileDigest]
  public let source: EvidenceSource

  /// Words that belong to an evaluator, in lower case.
  public static let forbiddenWords = [
    "compliant", "compliance", "certified", "conformant", "conforms", "approved",
  ]

  /// Makes a row from plain values; the bytes of each cited file are digested here.
  ///
  /// - Parameters:
  ///   - standard: nil takes the edition in force that speaks about the app.
  ///   - contents: the bytes of a file by its path, as the tool read them.
  /// - Throws: every case of ``ComplianceEvidenceError``.
  public static func cite(
    _ requirement: Requirement, standard: RequirementStandard? = nil, verdict: EvidenceVerdict, statement: String,
    places: [EvidencePlace] = [], contents: [String: [UInt8]] = [:], source: EvidenceSource
  ) throws(ComplianceEvidenceError) -> EvidenceRow {
    let entries = RequirementCatalogue.entries(for: requirement)
    guard let entry = entries.first(where: { standard == nil || $0.standard == standard }) else {
      throw .unknownRequirement
    }
    guard statement.contains(where: { !$0.isWhitespace }) else { throw .emptyStatement }
    let lowered = statement.lowercased()
    for word in forbiddenWords where lowered.contains(word) { throw .forbiddenWord(word) }
    guard !verdict.needsPlaces || !places.isEmpty else { throw .missingPlaces(verdict) }
    let hexadecimal = Set("0123456789abcdef".utf8)
    guard source.policyDigest.utf8.count == 64, source.policyDigest.utf8.allSatisfy(hexadecimal.contains) else {
      throw .malformedPolicyDigest
    }
    for (index, place) in places.enumerated() where place.line < 1 || place.file.isEmpty {
      throw .malformedPlace(index: index)
    }
    let files = Set(places.map(\.file))
    let missing = files.filter { contents[$0] == nil }
    guard missing.isEmpty else { throw .missingContents(files: missing.count) }
    var lines: [String: Int] = [:]
    for file in files { lines[file] = (contents[file] ?? []).count { $0 == UInt8(ascii: "\n") } + 1 }
    for (index, place) in places.enumerated() where place.line > lines[place.file] ?? 0 {
      throw .placeBeyondFile(index: index)
    }
    return EvidenceRow(
      requirement: requirement, standard: entry.standard, obligation: entry.obligation, verdict: verdict,
      statement: statement, places: Set(places).sorted(),
      digests: files.sorted().map { FileDigest(file: $0, contents: contents[$0] ?? []) }, source: source)
  }
}
