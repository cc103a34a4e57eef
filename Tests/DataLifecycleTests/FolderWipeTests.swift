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

  @Test("A link in the place of the folder itself is removed and never followed", arguments: ["", "/", "//"])
  func rootLink(end: String) throws {
    let place = try TestFolder()
    _ = try place.make("outside")
    for name in ["precious", "key"] { try place.put([1], at: "outside/" + name) }
    let target = try target(place.path + "/root" + end, keyFiles: ["key"])
    symlink(place.path + "/outside", place.path + "/root")
    #expect(try target.remains(.logout) == [WipeRemnant(count: 1)])
    try target.destroyKeys(.logout)
    #expect(!place.exists("root"))
    symlink(place.path + "/outside", place.path + "/root")
    try target.erase(.logout)
    #expect(!place.exists("root"))
    #expect(try target.remains(.logout).isEmpty)
    #expect(try place.files(in: "outside") == ["key", "precious"])
  }

  @Test("A file in the place of the folder itself is what remains, and is removed")
  func rootFile() throws {
    let place = try TestFolder()
    try place.put([1], at: "root")
    let target = try target(place.path + "/root")
    #expect(try target.remains(.logout) == [WipeRemnant(count: 1)])
    try target.erase(.logout)
    #expect(!place.exists("root"))
    #expect(try target.remains(.logout).isEmpty)
  }

  @Test("A folder in the place of a key file is removed with what it holds")
  func keyFolder() throws {
    let place = try TestFolder()
    let root = try place.make("root")
    _ = try place.make("root/key/inner")
    try target(root, keyFiles: ["key"]).destroyKeys(.logout)
    #expect(try place.files(in: "root").isEmpty)
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

  @Test("No tree is too deep to be erased and read back", arguments: [63, 64, 65, 70, 200, 700])
  func deep(levels: Int) throws {
    let place = try TestFolder()
    let root = try place.make("root")
    _ = try place.make("outside")
    try place.put([1], at: "outside/precious")
    try place.put([1], at: "root/erasing-1")
    let way = "root/" + Array(repeating: "d", count: levels).joined(separator: "/")
    _ = try place.make(way)
    for level in stride(from: 5, to: 2 * levels, by: 40) {
      try place.put([1], at: way.prefix(level) + "-file")
    }
    symlink(place.path + "/outside", place.path + "/" + way + "/link")
    // Neither name may be taken for what is lifted.
    _ = try place.make("root/erasing-2")
    let target = try target(root, keeping: ["erasing-2"])
    #expect(try !target.remains(.logout).isEmpty)
    try target.erase(.logout)
    #expect(try target.remains(.logout).isEmpty)
    #expect(try place.files(in: "root") == ["erasing-2"])
    #expect(try place.files(in: "root/erasing-2").isEmpty)
    #expect(place.exists("outside/precious"))
  }

  @Test("Folders and links in the way of key and preferences are removed, links are not followed")
  func inTheWay() throws {
    let place = try TestFolder()
    let (keys, preferences) = (
      CacheKeyFile(folder: place.path + "/keys"), PreferenceFile(folder: place.path + "/preferences")
    )
    let outside = try place.make("outside")
    for (folder, file) in [("keys", "cache.key"), ("preferences", "preferences.json")] {
      for name in [file, file + ".temporary"] { _ = try place.make("\(folder)/\(name)/inner") }
      try place.put([1], at: "outside/" + file)
    }
    try keys.destroy()
    try preferences.removeAll()
    for folder in ["keys", "preferences"] {
      #expect(try place.files(in: folder).isEmpty)
      rmdir(place.path + "/" + folder)
      symlink(outside, place.path + "/" + folder)
    }
    try keys.destroy()
    try preferences.removeAll()
    #expect(try place.files() == ["outside"])
    #expect(try place.files(in: "outside") == ["cache.key", "preferences.json"])
  }
}
