/// Names a dated set of cipher suites, groups and signatures. The date says when its sources were read, and tells a set
/// from later ones of its kind; it is no edition of a document.
public enum TLSProfileName: String, Sendable, Hashable, CaseIterable {
  case tr02102 = "tr-02102-2:read-2026-11"
  case broad = "broad:2026-01"
}
