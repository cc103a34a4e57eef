#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// Says which file the memory of this process is of at an address, whatever it is for: asked of the kernel, and where
  /// that cannot be asked (before Linux 6.11) looked up in the text of the map.
  struct AddressFiles: ~Copyable {
    private let map: RawFile.Descriptor
    private var rows: [MapLine.Place]?

    /// - Parameter text: the map's, where it was read anyway.
    init(_ process: ProcessFiles, text: [UInt8]?) throws(SystemCallFailure) {
      rows = if let text { try Self.places(text) } else { nil }
      map = try process.open("maps")
    }

    /// Nil where nothing is mapped.
    mutating func file(at address: UInt) throws(SystemCallFailure) -> FileNumber? {
      if rows == nil {
        var row = mantlet_raw_row()
        switch mantlet_raw_row_at(map.number, UInt64(address), &row) {
        case 1: return FileNumber(device: row.device, inode: row.inode)
        case 0: return nil
        default: rows = try Self.places(RawFile.read(map))
        }
      }
      return rows?.first { $0.start <= address && address < $0.end }?.file
    }

    private static func places(_ text: [UInt8]) throws(SystemCallFailure) -> [MapLine.Place] {
      var places: [MapLine.Place] = []
      let isWhole = text.withUnsafeBytes { all in
        var line = MapLine(bytes: all)
        while line.position < all.count {
          guard let place = line.place() else { return false }
          places.append(place)
        }
        return true
      }
      guard isWhole else { throw .unreadable("memory map") }
      return places
    }
  }

#endif
