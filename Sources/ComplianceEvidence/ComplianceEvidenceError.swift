/// Why a row of evidence was refused. No case carries text from outside.
@nonexhaustive
public enum ComplianceEvidenceError: Error, Sendable, Hashable {
  /// The id stands in no catalogue, or not in the standard that was named.
  case unknownRequirement
  case emptyStatement
  /// The statement claims what a tool cannot: the word is one of ``EvidenceRow/forbiddenWords``.
  case forbiddenWord(String)
  /// This verdict must cite at least one place.
  case missingPlaces(EvidenceVerdict)
  /// A line below 1 or an empty file name.
  case malformedPlace(index: Int)
  /// So many cited files came without their bytes, so that no digest can be made.
  case missingContents(files: Int)
  /// A line behind the end of the cited file.
  case placeBeyondFile(index: Int)
  /// The policy digest is not 64 lower-case hexadecimal digits.
  case malformedPolicyDigest
}

extension ComplianceEvidenceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownRequirement: "this requirement id stands in no known catalogue; check its spelling and standard"
    case .emptyStatement: "the row says nothing; write what was looked at and what was seen"
    case .forbiddenWord(let word): "a tool must not say '\(word)'; state what was observed instead"
    case .missingPlaces(let verdict): "'\(verdict.rawValue)' needs at least one place in a file"
    case .malformedPlace(let index): "place \(index + 1) needs a file name and a line from 1"
    case .missingContents(let files): "the bytes of \(files) cited files are missing; hand them over for the digest"
    case .placeBeyondFile(let index): "place \(index + 1) lies behind the end of its file; the file has changed"
    case .malformedPolicyDigest: "the policy digest must be 64 lower-case hexadecimal digits"
    }
  }
}
