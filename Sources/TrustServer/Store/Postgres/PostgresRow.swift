#if PostgreSQL
  /// One row of an answer, its columns by their place.
  struct PostgresRow {
    let columns: [[UInt8]?]

    private func column(_ place: Int) throws(StoreError) -> [UInt8] {
      guard columns.indices.contains(place), let bytes = columns[place] else { throw .unreadable }
      return bytes
    }

    func bytes(_ place: Int) throws(StoreError) -> [UInt8] { try column(place) }

    func text(_ place: Int) throws(StoreError) -> String {
      guard let text = String(validating: try column(place), as: UTF8.self) else { throw .unreadable }
      return text
    }

    func int(_ place: Int) throws(StoreError) -> Int64 {
      let bytes = try column(place)
      guard bytes.count == 8 else { throw .unreadable }
      return Int64(bitPattern: bytes.reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) })
    }

    func optionalText(_ place: Int) throws(StoreError) -> String? { try isNull(place) ? nil : try text(place) }
    func optionalBytes(_ place: Int) throws(StoreError) -> [UInt8]? { try isNull(place) ? nil : try bytes(place) }
    func optionalInt(_ place: Int) throws(StoreError) -> Int64? { try isNull(place) ? nil : try int(place) }

    private func isNull(_ place: Int) throws(StoreError) -> Bool {
      guard columns.indices.contains(place) else { throw .unreadable }
      return columns[place] == nil
    }
  }
#endif
