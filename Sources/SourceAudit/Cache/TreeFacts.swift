/// What a run said about each source file of a tree, and what that rests on: a later run asks the rules about what has
/// changed, and about the files whose judgement looked there.
package struct TreeFacts: Sendable {
  /// In what a file is another than it was.
  package enum Difference: Sendable {
    case anything
    /// In what one comes to under names of these numbers.
    case under(Set<UInt32>)
  }

  /// One source file.
  package struct File: Sendable {
    /// The digest of its content, as ``AuditCache`` names entries.
    let key: [UInt8]
    let role: String
    /// What was looked up and searched for, as ``Trace`` numbers names; sorted.
    let names: [UInt32]
    /// Rows of the files that were looked into; sorted.
    let units: [UInt32]
    let isOfEverything: Bool
    /// Findings and controls as ``KeptReport`` writes them; empty for none.
    let record: [UInt8]

    package init(
      key: [UInt8], role: String, names: [UInt32], units: [UInt32], isOfEverything: Bool, record: [UInt8]
    ) {
      self.key = key
      self.role = role
      self.names = names
      self.units = units
      self.isOfEverything = isOfEverything
      self.record = record
    }

    /// Whether its judgement may be another one now.
    /// - Parameters:
    ///   - changed: what those may have seen otherwise who looked into a file that changed, by its row.
    ///   - names: what changed files bring in otherwise.
    package func rests(on changed: [UInt32: Difference], _ names: Set<UInt32>) -> Bool {
      isOfEverything || asked(for: names)
        || changed.contains { row, difference in
          guard Self.holds(units, row) else { return false }
          return switch difference {
          case .anything: true
          case .under(let names): asked(for: names)
          }
        }
    }

    private func asked(for wanted: Set<UInt32>) -> Bool {
      wanted.count < names.count ? wanted.contains { Self.holds(names, $0) } : names.contains(where: wanted.contains)
    }

    private static func holds(_ sorted: [UInt32], _ value: UInt32) -> Bool {
      var (low, high) = (0, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle] < value { low = middle + 1 } else { high = middle }
      }
      return low < sorted.count && sorted[low] == value
    }
  }

  private static let mark: [UInt8] = Array("MTLFACT1".utf8)
  static let keyLength = 32

  /// In the order of the tree.
  package let files: [File]

  package init(_ files: [File]) { self.files = files }

  // MARK: bytes

  /// Words of 32 bits, lowest byte first.
  /// - Parameter name: the entry that they are for; it stands inside, so that a moved entry is not taken for another.
  package func bytes(for name: String) -> [UInt8] {
    var bytes = Self.mark
    var size = 64
    for file in files { size += 96 + 4 * (file.names.count + file.units.count) + file.record.count }
    bytes.reserveCapacity(size)
    func word(_ value: Int) { withUnsafeBytes(of: UInt32(value).littleEndian) { bytes.append(contentsOf: $0) } }
    func part(_ part: [UInt8]) {
      word(part.count)
      bytes += part
    }
    part(Array(name.utf8))
    word(files.count)
    for file in files {
      part(file.key)
      part(Array(file.role.utf8))
      word(file.isOfEverything ? 1 : 0)
      for list in [file.names, file.units] {
        word(list.count)
        list.map(\.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
      }
      part(file.record)
    }
    return bytes
  }

  /// Nil when the bytes are no facts for that name.
  package init?(_ bytes: UnsafeRawBufferPointer, for name: String) {
    var reader = Reader(bytes)
    guard reader.take(Self.mark.count) == Self.mark, reader.part() == Array(name.utf8), let count = reader.word(),
      // A file takes 56 bytes at least.
      count <= bytes.count / 56
    else { return nil }
    var files: [File] = []
    files.reserveCapacity(count)
    for _ in 0..<count {
      guard let key = reader.part(), key.count == Self.keyLength, let role = reader.text(), let flag = reader.word(),
        flag <= 1, let names = reader.words(), let units = reader.words(), let record = reader.part()
      else { return nil }
      files.append(
        File(
          key: key, role: role, names: names, units: units, isOfEverything: flag == 1,
          record: record))
    }
    guard reader.isAtEnd else { return nil }
    self.files = files
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func take(_ count: Int) -> [UInt8]? {
      guard count <= bytes.count - place else { return nil }
      defer { place += count }
      return Array(bytes[place..<(place + count)])
    }

    mutating func word() -> Int? {
      guard bytes.count - place >= 4 else { return nil }
      defer { place += 4 }
      return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }

    mutating func part() -> [UInt8]? { word().flatMap { take($0) } }

    mutating func text() -> String? { part().flatMap { String(validating: $0, as: UTF8.self) } }

    /// Sorted, each once: they are searched by halves.
    mutating func words() -> [UInt32]? {
      guard let count = word(), count <= (bytes.count - place) / 4 else { return nil }
      defer { place += count * 4 }
      let words = (0..<count).map { row in
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + row * 4, as: UInt32.self))
      }
      return zip(words, words.dropFirst()).allSatisfy { $0 < $1 } ? words : nil
    }
  }
}
