/// Names a dated set of cipher suites, groups and signatures. The date tells a set from later ones of its kind; it does not
/// claim the edition of a document.
public enum TLSProfileName: String, Sendable, Hashable, CaseIterable {
  case tr02102 = "tr-02102-2:2025-01"
  case broad = "broad:2026-01"
}
