import Foundation

/// What the code signature of an executable says: who signed it, as what, and whether a debugger may attach.
///
/// It reads and does not verify: the kernel has verified what it runs. Repackaging an app puts another team into it, and
/// that is what it is read for. A signature may hold several directories of the code, of which the kernel takes the one
/// with the best hash; where they, or two parts for this processor, do not say the same, ``isContradictory`` tells it, and
/// what is said elsewhere here is the first one's. Not protected: on a jailbroken device the kernel's verification is off, and the file may
/// say anything; whoever hooks the reading can answer for the file.
/// Source: Apple, xnu `osfmk/kern/cs_blobs.h`, `EXTERNAL_HEADERS/mach-o/loader.h`; MASVS-RESILIENCE-2.
public struct CodeSignature: Sendable, Hashable {
  /// The identifier that was signed, by convention the bundle identifier.
  public let identifier: String
  /// The team's id, ten characters; nil for an ad-hoc signature.
  public let team: String?
  /// Signed by nobody: a build on the own machine, or the work of a tool.
  public let isAdHoc: Bool
  /// The entitlement `get-task-allow`: set for development, never by the App Store.
  public let allowsDebugger: Bool

  /// Whether two directories name another identifier, team or signer: no tool of Apple writes that.
  public let isContradictory: Bool

  /// What the kernel may take for the directory of the code: the first one and its alternates.
  private static let directories: Set<UInt32> = [0, 0x1000, 0x1001, 0x1002, 0x1003, 0x1004]

  private struct Directory: Equatable {
    let identifier: String
    let team: String?
    let flags: UInt32
  }

  /// The kind of processor that Mach-O files name; of one that Apple does not build, that of its phones.
  public static var processor: UInt32 {
    #if arch(x86_64) && canImport(Darwin)
      return 0x0100_0007
    #else
      return 0x0100_000C
    #endif
  }

  /// Reads a 64-bit Mach-O file, of a universal one the parts for this processor; nil when it is none, or carries no
  /// signature.
  public init?(ofFile path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    self.init { offset, count in
      guard (try? file.seek(toOffset: UInt64(offset))) != nil, let data = try? file.read(upToCount: count) else {
        return nil
      }
      return [UInt8](data)
    }
  }

  /// - Parameter read: the bytes at an offset, fewer at the end of the file, nil when they cannot be read.
  public init?(read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]?) {
    let file = MachOFile(read: read)
    guard let places = file.signatures(for: Self.processor), !places.isEmpty else { return nil }
    var directories: [Directory] = []
    var debuggers: [Bool] = []
    for place in places {
      guard let blobs = file.blobs(at: place), blobs.contains(where: { $0.kind == 0 }) else { return nil }
      // The first one first, whatever the order of the list.
      let ordered = blobs.filter { $0.kind == 0 } + blobs.filter { $0.kind != 0 }
      for blob in ordered where Self.directories.contains(blob.kind) {
        guard let directory = Self.directory(at: blob.offset, of: file) else { return nil }
        directories.append(directory)
      }
      debuggers.append(blobs.first { $0.kind == 5 }.map { file.allowsDebugger($0.offset) } ?? false)
    }
    guard let first = directories.first else { return nil }
    identifier = first.identifier
    team = first.team
    isAdHoc = directories.contains { $0.flags & 2 != 0 }
    isContradictory = directories.contains { $0 != first }
    allowsDebugger = debuggers.contains(true)
  }

  private static func directory(at place: Int, of file: MachOFile) -> Directory? {
    guard file.big(place) == 0xFADE_0C02, let version = file.big(place + 8), let flags = file.big(place + 12),
      let name = file.big(place + 20), let identifier = file.text(place + Int(name), longest: 256)
    else { return nil }
    // The field of the team exists since version 2.2 of the directory; 0 means that there is none.
    let teamOffset = version >= 0x2_0200 ? file.big(place + 48) ?? 0 : 0
    let team = teamOffset == 0 ? nil : file.text(place + Int(teamOffset), longest: 64)
    return Directory(identifier: identifier, team: team, flags: flags)
  }
}
