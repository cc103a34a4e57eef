#if os(Linux) && Records && LinuxClient
  import Foundation
  import LinuxSecretFiles
  import Redaction
  import SecretStorage

  /// Who copied the whole folder, keys included, before the wipe, and searches what the wipe left.
  struct WipeThief {
    private let folder: String
    private let keyIDs: Set<SealingKeyID>
    /// Bytes that name a person or open what they had, each with what it is.
    private let needles: [(what: String, bytes: Data)]

    /// - Parameter folder: the copy.
    init(folder: String) async throws {
      self.folder = folder
      var needles = [(what: "the mark", bytes: Data(Life.mark.utf8))]
      var keyIDs: Set<SealingKeyID> = []
      let store = try SecretFiles(folder: folder + "/secrets", random: SystemRandomNumberGenerator())
      for name in try await store.names() {
        let file = try Data(contentsOf: URL(filePath: "\(folder)/secrets/\(name.text).sealed"))
        keyIDs.insert(try SealedItem(parsing: Array(file), as: name).keyID)
        // The device key, the mark of the installation and the checks of the device name no person and stay.
        guard !["device-checks", "device-key", "installation.marker"].contains(name.text) else { continue }
        if let secret = try await store.read(name), secret.count >= 16 {
          needles.append(("the secret \(name.text)", secret.withExposedBytes { Data($0) }))
        }
      }
      // What stands in these is not secret, or is meant to stay.
      for path in try Self.files(folder) where !["secrets/lock", "installation/preferences.json"].contains(path) {
        let bytes = try Data(contentsOf: URL(filePath: folder + "/" + path))
        for (place, sample) in Self.samples(bytes) { needles.append(("\(path) from byte \(place)", sample)) }
      }
      (self.keyIDs, self.needles) = (keyIDs, needles)
    }

    /// Paths of all files below a folder.
    static func files(_ folder: String) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
        let type = try? FileManager.default.attributesOfItem(atPath: folder + "/" + path)[.type] as? FileAttributeType
        return type != .typeDirectory
      }.sorted()
    }

    /// Pieces that cannot be there by chance: 24 bytes, one in each 4 KiB, and the last ones.
    private static func samples(_ bytes: Data) -> [(Int, Data)] {
      let places = Set(
        stride(from: 0, to: bytes.count, by: 4096).map { min($0 + 2048, bytes.count - 24) } + [bytes.count - 24])
      return places.filter { $0 >= 0 }.sorted().map { ($0, Data(bytes[$0..<$0 + 24])) }
        .filter { Set($0.1).count >= 16 }
    }

    /// That nothing of the copy is left in these files, plain or sealed, and that its keys open nothing there.
    ///
    /// - Parameter root: the wiped folder.
    func requireNothing(in root: String) async throws {
      for path in try Self.files(root) {
        let bytes = try Data(contentsOf: URL(filePath: root + "/" + path))
        for needle in needles where bytes.range(of: needle.bytes) != nil {
          throw Life.Broken(description: "\(path) still holds \(needle.what)")
        }
        guard path.hasPrefix("secrets/"), path.hasSuffix(".sealed"),
          let name = SecretName(String(path.dropFirst(8).dropLast(7)))
        else { continue }
        if keyIDs.contains(try SealedItem(parsing: Array(bytes), as: name).keyID) {
          throw Life.Broken(description: "\(path) is still sealed under the old root key")
        }
      }
      try await requireOldKeysUseless(in: root)
    }

    /// Puts the old keys back over what is left, with and without their index.
    private func requireOldKeysUseless(in root: String) async throws {
      for old in [["root.key"], ["root.key", "index"]] {
        let trial = root + ".trial"
        try? FileManager.default.removeItem(atPath: trial)
        try FileManager.default.copyItem(atPath: root + "/secrets", toPath: trial)
        defer { try? FileManager.default.removeItem(atPath: trial) }
        for file in old {
          try FileManager.default.removeItem(atPath: "\(trial)/\(file)")
          try FileManager.default.copyItem(atPath: "\(folder)/secrets/\(file)", toPath: "\(trial)/\(file)")
        }
        let names: [SecretName]
        let store: SecretFiles
        do {
          store = try SecretFiles(folder: trial, random: SystemRandomNumberGenerator())
          names = try await store.names()
        } catch { continue }
        for name in names {
          let isOpen: Bool
          do { isOpen = try await store.read(name) != nil } catch { isOpen = false }
          if isOpen { throw Life.Broken(description: "the old \(old.joined(separator: " and ")) opens \(name)") }
        }
      }
    }
  }
#endif
