import Foundation

/// Reads a log line by line in bounded memory.
struct LogLines: ~Copyable {
  struct Line {
    /// From 1.
    let number: Int
    /// How many bytes of the line came in pieces before.
    let offset: Int
    let bytes: [UInt8]
    /// Whether the line goes on in another piece.
    var isCut = false
  }

  static let limit = 1 << 20
  /// Pieces of a long line overlap, so that what lies across the cut is found.
  static let overlap = 4 << 10
  private static let chunk = 256 << 10

  /// How many lines there were.
  private(set) var count = 0
  /// How many were longer than the limit.
  private(set) var long = 0
  private let limit: Int
  private let read: (Int) throws -> Data?
  private var held: [UInt8] = []
  private var start = 0
  private var offset = 0
  private var isAtEnd = false
  /// Up to here no line ends.
  private var looked = 0

  /// - Parameters:
  ///   - limit: bytes of a piece; more than the overlap.
  ///   - read: at most so many bytes; nil or none at the end.
  init(limit: Int = Self.limit, _ read: @escaping (Int) throws -> Data?) {
    self.limit = limit
    self.read = read
  }

  /// - Throws: what reading throws.
  mutating func next() throws -> Line? {
    while true {
      if let end = held[max(start, looked)...].firstIndex(of: 10) {
        defer {
          start = end + 1
          looked = start
          offset = 0
        }
        return line(to: end)
      }
      looked = held.count
      if held.count - start >= limit {
        if offset == 0 { long += 1 }
        let end = start + limit
        let piece = Line(number: count + 1, offset: offset, bytes: Array(held[start..<end]), isCut: true)
        start = end - Self.overlap
        offset += limit - Self.overlap
        return piece
      }
      if isAtEnd {
        guard start < held.count else { return nil }
        defer { start = held.count }
        return line(to: held.count)
      }
      try fill()
    }
  }

  private mutating func line(to end: Int) -> Line {
    count += 1
    return Line(number: count, offset: offset, bytes: Array(held[start..<end]))
  }

  private mutating func fill() throws {
    held.removeFirst(start)
    looked -= start
    start = 0
    let data = try read(Self.chunk) ?? Data()
    if data.isEmpty { isAtEnd = true } else { held.append(contentsOf: data) }
  }
}
