/// The main word of a requirement. Side conditions ("MUST, hardware SHOULD") are left to the catalogue's own text.
/// Source: BSI TR-03161-1 v3.0, chapter on terms: SHOULD is to be met unless the maker shows why not.
public enum RequirementObligation: String, Sendable, Hashable, CaseIterable {
  case must, mustNot, should, shouldNot, may
  /// The catalogue gives no word (OWASP) or none that is public.
  case unstated
}
