import AppleIntegrity

/// Builds the parts of a signed executable that lead to its signature, by the layout of Apple's cs_blobs.h.
struct MachO {
  var identifier = "org.example.friday"
  var team: String?
  var flags: UInt32 = 0
  var version: UInt32 = 0x2_0400
  var allowsDebugger = false
  var isUniversal = false
  /// Further directories of the code, by their slots.
  var alternates: [Part] = []
  /// Parts of a universal file in front of this one, each for the processor with this number.
  var parts: [Part] = []

  struct Part {
    let number: UInt32
    let file: MachO
  }

  init(team: String?, flags: UInt32 = 0, allowsDebugger: Bool = false) {
    self.team = team
    self.flags = flags
    self.allowsDebugger = allowsDebugger
  }

  var signature: CodeSignature? { Self.read(bytes) }

  static func read(_ bytes: [UInt8]) -> CodeSignature? {
    CodeSignature { offset, count in
      offset <= bytes.count ? Array(bytes[offset..<min(bytes.count, offset + count)]) : []
    }
  }

  var bytes: [UInt8] {
    let plist = """
      <?xml version="1.0"?><plist version="1.0"><dict><key>get-task-allow</key><\(allowsDebugger)/></dict></plist>
      """
    let entitlements = big(0xFADE_7171, UInt32(8 + plist.utf8.count)) + Array(plist.utf8)
    var slots: [(UInt32, [UInt8])] = [(0, directory), (5, entitlements)]
    for part in alternates { slots.append((part.number, part.file.directory)) }
    let blobs = signature(of: slots)
    let commands = little(0x19, 72) + [UInt8](repeating: 0, count: 64) + little(0x1D, 16, 256, UInt32(blobs.count))
    let header = little(0xFEED_FACF, 0x100_000C, 0, 2, 2, UInt32(commands.count), 0, 0)
    let padding = [UInt8](repeating: 0, count: 256 - header.count - commands.count)
    let part = header + commands + padding + blobs
    guard isUniversal else { return part }
    var all: [(UInt32, [UInt8])] = []
    for part in parts { all.append((part.number, part.file.bytes)) }
    all.append((CodeSignature.processor, part))
    var (list, code, place) = (big(0xCAFE_BABE, UInt32(all.count)), [UInt8](), 8 + 20 * all.count)
    for (processor, bytes) in all {
      list += big(processor, 0, UInt32(place), UInt32(bytes.count), 12)
      code += bytes
      place += bytes.count
    }
    return list + code
  }

  private func signature(of parts: [(UInt32, [UInt8])]) -> [UInt8] {
    var (list, body, place) = ([UInt8](), [UInt8](), 12 + 8 * parts.count)
    for (kind, bytes) in parts {
      list += big(kind, UInt32(place))
      body += bytes
      place += bytes.count
    }
    return big(0xFADE_0CC0, UInt32(place), UInt32(parts.count)) + list + body
  }

  private var directory: [UInt8] {
    let name: [UInt8] = Array(identifier.utf8) + [0]
    let teamBytes: [UInt8] = team.map { Array($0.utf8) + [0] } ?? []
    let fixed: UInt32 = 88
    let teamOffset = team == nil ? 0 : fixed + UInt32(name.count)
    let length = fixed + UInt32(name.count + teamBytes.count)
    // magic, length, version, flags, hash offset, name, special slots, code slots, limit, hash kinds, spare, scatter, team
    let fields = big(0xFADE_0C02, length, version, flags, length, fixed, 0, 0, 0, 0x2002_000C, 0, 0, teamOffset)
    return fields + [UInt8](repeating: 0, count: Int(fixed) - fields.count) + name + teamBytes
  }

  private func big(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
  }

  private func little(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
  }
}
