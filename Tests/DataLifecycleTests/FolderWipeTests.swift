#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import DataLifecycle
import Foundation
import SecurityTesting
import Testing

@Suite struct FolderWipeTests {
  private func target(_ path: String, keyFiles: [String] = [], keeping: Set<String> = []) throws -> FolderWipe {
    FolderWipe(
      name: try targetName("files"), kind: .temporaryFiles, folder: path, keyFiles: keyFiles, keeping: keeping)
  }

  @Test("The target keeps every claim of the conformance suite")
  func conformance() async throws {
    let place = try TestFolder()
    let broken = await WipeTargetConformance.brokenClaims {
      let name = UUID().uuidString
      _ = try place.make(name + "/deep/deeper")
      try place.put([1], at: name + "/a")
      try place.put([2], at: name + "/deep/deeper/b")
      return try target(place.path + "/" + name)
    }
    #expect(broken == [])
  }

  @Test("Links are removed and never followed")
  func links() throws {
    let place = try TestFolder()
    let root = try place.make("root")
    _ = try place.make("outside")
    try place.put([1], at: "outside/precious")
    symlink(place.path + "/outside", root + "/link")
    symlink(place.path + "/outside/precious", root + "/file")
    let target = try target(root)
    #expect(try target.remains(.logout) == [WipeRemnant(count: 2)])
    try target.erase(.logout)
    #expect(try target.remains(.logout).isEmpty)
    #expect(place.exists("outside/precious") && place.exists("root"))
  }

  @Test("A link in the place of the folder itself is refused")
  func rootLink() throws {
    let place = try TestFolder()
    _ = try place.make("outside")
    try place.put([1], at: "outside/precious")
    symlink(place.path + "/outside", place.path + "/root")
    let target = try target(place.path + "/root")
    #expect(throws: LifecycleError.notPlain) { try target.erase(.logout) }
    #expect(throws: LifecycleError.notPlain) { try target.remains(.logout) }
    #expect(place.exists("outside/precious"))
  }

  @Test("Closed folders, pipes, odd names and names that are not UTF-8 are erased too")
  func odd() throws {
    let place = try TestFolder()
    let root = try place.make("root")
    _ = try place.make("root/closed")
    try place.put([1], at: "root/closed/file")
    try place.put([1], at: "root/ a\n\"b")
    mkfifo(root + "/pipe", 0o600)
    chmod(root + "/closed", 0o000)
    #if os(Linux)
      let raw: [CChar] = Array((root + "/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 97, 0]
      close(open(raw, O_CREAT | O_WRONLY, 0o600))
    #endif
    let target = try target(root)
    try target.erase(.logout)
    #expect(try target.remains(.logout).isEmpty)
    #expect(try place.files(in: "root").isEmpty)
  }

  @Test("Key files go first and alone; what belongs to somebody else is left")
  func keys() throws {
    let place = try TestFolder()
    let root = try place.make("root")
    for name in ["key", "data", "theirs"] { try place.put([1], at: "root/" + name) }
    let target = try target(root, keyFiles: ["key"], keeping: ["theirs"])
    try target.destroyKeys(.logout)
    #expect(try place.files(in: "root") == ["data", "theirs"])
    try target.erase(.logout)
    #expect(try target.remains(.logout).isEmpty)
    #expect(try place.files(in: "root") == ["theirs"])
  }

  @Test("A folder that is not there has nothing to erase")
  func missing() throws {
    let place = try TestFolder()
    let target = try target(place.path + "/none")
    try target.destroyKeys(.logout)
    try target.erase(.logout)
    #expect(try target.remains(.logout).isEmpty)
  }

  @Test("A tree deeper than the limit is reported, and the rest is erased")
  func deep() throws {
    let place = try TestFolder()
    let root = try place.make("root")
    _ = try place.make("root/" + Array(repeating: "d", count: 70).joined(separator: "/"))
    try place.put([1], at: "root/file")
    let target = try target(root)
    #expect(throws: LifecycleError.tooDeep(limit: 64)) { try target.erase(.logout) }
    #expect(!place.exists("root/file"))
  }
}
