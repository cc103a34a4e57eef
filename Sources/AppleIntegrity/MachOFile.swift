import Foundation

/// The few places of a Mach-O file that lead to its signature. Every number in it is checked before it is used.
struct MachOFile {
  struct Blob {
    let kind: UInt32
    let offset: Int
  }

  let read: (_ offset: Int, _ count: Int) -> [UInt8]?
  /// Longer lists and texts than these are refused.
  private static let mostCommands = 4096
  private static let mostBlobs = 64
  private static let mostParts = 64
  private static let longestEntitlements = 1 << 18

  /// Where the signatures of this processor's code begin: one, of a universal file one for each of its parts for this
  /// processor. Empty when this is no 64-bit Mach-O file for it; nil when one of those parts carries none.
  func signatures(for processor: UInt32) -> [Int]? {
    guard let first = big(0) else { return nil }
    var starts = [0]
    if first == 0xCAFE_BABE {  // universal: a list of parts, in big-endian numbers
      guard let parts = big(4), parts > 0, parts <= Self.mostParts else { return nil }
      starts = []
      for index in 0..<Int(parts) {
        guard let kind = big(8 + index * 20), let offset = big(16 + index * 20) else { return nil }
        if kind == processor { starts.append(Int(offset)) }
      }
    }
    var places: [Int] = []
    for start in starts {
      guard let place = signature(at: start) else { return nil }
      places.append(place)
    }
    return places
  }

  private func signature(at start: Int) -> Int? {
    guard little(start) == 0xFEED_FACF, let commands = little(start + 16), commands <= Self.mostCommands else {
      return nil
    }
    var place = start + 32
    for _ in 0..<commands {
      guard let command = little(place), let size = little(place + 4), size >= 8 else { return nil }
      if command == 0x1D { return little(place + 8).map { start + Int($0) } }  // LC_CODE_SIGNATURE
      place += Int(size)
    }
    return nil
  }

  /// The parts of the signature at this place; nil when it is no list of parts.
  func blobs(at place: Int) -> [Blob]? {
    guard big(place) == 0xFADE_0CC0, let count = big(place + 8), count <= Self.mostBlobs else { return nil }
    var blobs: [Blob] = []
    for index in 0..<Int(count) {
      guard let kind = big(place + 12 + index * 8), let offset = big(place + 16 + index * 8) else { return nil }
      blobs.append(Blob(kind: kind, offset: place + Int(offset)))
    }
    return blobs
  }

  /// Whether these entitlements let a debugger in (`get-task-allow`); false when they are no property list.
  func allowsDebugger(_ place: Int) -> Bool {
    guard big(place) == 0xFADE_7171, let length = big(place + 4), length > 8, length <= Self.longestEntitlements,
      let bytes = read(place + 8, Int(length) - 8),
      let entitlements = try? PropertyListDecoder().decode(Entitlements.self, from: Data(bytes))
    else { return false }
    return entitlements.allowsDebugger ?? false
  }

  private struct Entitlements: Decodable {
    enum CodingKeys: String, CodingKey { case allowsDebugger = "get-task-allow" }
    let allowsDebugger: Bool?
  }

  /// A text that ends with a zero byte.
  func text(_ place: Int, longest: Int) -> String? {
    guard let bytes = read(place, longest), let end = bytes.firstIndex(of: 0) else { return nil }
    return String(validating: bytes[..<end], as: UTF8.self)
  }

  func big(_ place: Int) -> UInt32? { number(place)?.reduce(0) { $0 << 8 | UInt32($1) } }
  func little(_ place: Int) -> UInt32? { number(place)?.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  private func number(_ place: Int) -> [UInt8]? {
    guard let bytes = read(place, 4), bytes.count == 4 else { return nil }
    return bytes
  }
}
