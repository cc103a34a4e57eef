import Foundation

/// What SQLite could not read in one attempt at a transaction. After a damaged page it refuses to write until that attempt
/// ends; the next one passes over what stands here.
/// Source: SQLite's vdbe.c, `SQLITE_CorruptRdOnly`.
struct Unreadable: Hashable, Sendable {
  /// Places of the sealed index.
  var places: Set<IndexPlace> = []
  /// Ids from which SQLite's own index of ids leads to a damaged page of it.
  var ids: Set<UUID> = []
  /// Whether pages of that index may be damaged: the table of rows cannot be dropped with it then.
  var hasIDIndex = false
  /// Whether a page in which nodes of the sealed index lie could not be written.
  var hasNodes = false

  /// Whether the table of nodes has damaged pages.
  var isInNodes: Bool { hasNodes || !places.isEmpty }

  mutating func formUnion(_ other: Unreadable) {
    places.formUnion(other.places)
    ids.formUnion(other.ids)
    hasIDIndex = hasIDIndex || other.hasIDIndex
    hasNodes = hasNodes || other.hasNodes
  }
}
