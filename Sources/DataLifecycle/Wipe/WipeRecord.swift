/// How far a wipe came, as it stands in the journal: requested, keys destroyed and data erased per target, verified.
///
/// The text is read strictly: what does not come out byte for byte when it is written again is damaged. The checksum
/// finds damage, not forgery; whoever can write the journal can also delete it.
public struct WipeRecord: Sendable, Hashable {
  /// More cannot come from a wipe.
  public static let byteLimit = 64 * 1024
  private static let title = "mantlet-wipe"
  private static let version = "1"

  public let scope: WipeScope
  /// Targets whose keys are destroyed.
  public var keysDestroyed: Set<WipeTargetName> = []
  /// Targets whose data is erased.
  public var erased: Set<WipeTargetName> = []
  /// Every target was read back and nothing is left.
  public var verified = false

  /// A wipe that was just requested.
  public init(requested scope: WipeScope) { self.scope = scope }

  /// - Throws: ``LifecycleError/journalDamaged``, or ``LifecycleError/journalNewer`` for a version that is not ours.
  public init(parsing bytes: [UInt8]) throws(LifecycleError) {
    guard bytes.count <= Self.byteLimit, let text = String(validating: bytes, as: UTF8.self) else {
      throw .journalDamaged
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard first.count == 2, first[0] == Self.title, let number = UInt16(first[1]), number > 0 else {
      throw .journalDamaged
    }
    guard first[1] == Self.version else { throw .journalNewer }
    guard lines.count > 1, lines[1].hasPrefix("scope "), let scope = WipeScope(rawValue: String(lines[1].dropFirst(6)))
    else { throw .journalDamaged }
    self.init(requested: scope)
    for line in lines.dropFirst(2) {
      if line.hasPrefix("keys "), let name = WipeTargetName(String(line.dropFirst(5))) { keysDestroyed.insert(name) }
      if line.hasPrefix("erased "), let name = WipeTargetName(String(line.dropFirst(7))) { erased.insert(name) }
      if line == "verified" { verified = true }
    }
    guard self.bytes == bytes else { throw .journalDamaged }
  }

  public var bytes: [UInt8] {
    var text = "\(Self.title) \(Self.version)\nscope \(scope.rawValue)\n"
    for name in keysDestroyed.sorted() { text += "keys \(name)\n" }
    for name in erased.sorted() { text += "erased \(name)\n" }
    if verified { text += "verified\n" }
    return Array((text + "sum " + Self.checksum(of: text) + "\n").utf8)
  }
}
