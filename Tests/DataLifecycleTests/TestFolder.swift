#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import DataLifecycle
import Foundation
import SecurityPolicy
import SecurityTesting
import Testing

/// A folder that goes away with the test.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/lifecycle-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func make(_ folder: String) throws -> String {
    let inner = path + "/" + folder
    try FileManager.default.createDirectory(
      atPath: inner, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return inner
  }

  /// Writes a file of mode 0600.
  func put(_ bytes: [UInt8], at name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    chmod(path + "/" + name, 0o600)
  }

  func files(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
  }

  func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: path + "/" + name))) }

  /// Whether something lies there, links not followed.
  func exists(_ name: String) -> Bool { attributes(name) != nil }

  func mode(_ name: String) -> UInt32 { (attributes(name)?[.posixPermissions] as? NSNumber)?.uint32Value ?? 0 }

  private func attributes(_ name: String) -> [FileAttributeKey: Any]? {
    try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
  }
}

func targetName(_ text: String) throws -> WipeTargetName { try #require(WipeTargetName(text)) }

/// A plan of these targets; every other kind is declared absent.
func plan(_ targets: [any WipeTarget]) throws -> WipePlan {
  let kinds = Set(targets.map(\.kind))
  let others = UserDataKind.allCases.filter { !kinds.contains($0) }
  return try WipePlan(targets: targets, absent: Dictionary(uniqueKeysWithValues: others.map { ($0, "a test") }))
}
