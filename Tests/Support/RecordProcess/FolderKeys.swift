#if Records
  import Foundation
  import Redaction
  import SealedRecords

  /// Keys and anchor as plain files, so that they outlive a process that is killed. Test support: nothing is protected.
  struct FolderKeys: RecordKeys, RecordAnchor {
    let folder: String

    private static let prefix = "key."

    static func name(_ kind: RecordKind, _ version: Int) -> String { "\(kind).\(version)" }

    private func path(_ kind: RecordKind, _ version: Int) -> String {
      "\(folder)/\(Self.prefix)\(Self.name(kind, version))"
    }

    /// The names of the keys that are there.
    func names() throws -> Set<String> {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      return Set(files.filter { $0.hasPrefix(Self.prefix) }.map { String($0.dropFirst(Self.prefix.count)) })
    }

    private func write(_ bytes: [UInt8], to path: String) throws(RecordError) {
      do {
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
      } catch {
        throw .unavailable(1)
      }
    }

    func key(for kind: RecordKind, version: Int) async throws(RecordError) -> Secret? {
      FileManager.default.contents(atPath: path(kind, version)).map { Secret(copying: $0) }
    }

    func makeKey(for kind: RecordKind, version: Int) async throws(RecordError) {
      guard !FileManager.default.fileExists(atPath: path(kind, version)) else { return }
      try write((0..<32).map { _ in UInt8.random(in: 0...255) }, to: path(kind, version))
    }

    func eraseKey(for kind: RecordKind, version: Int) async throws(RecordError) {
      try? FileManager.default.removeItem(atPath: path(kind, version))
    }

    func load() async throws(RecordError) -> RecordState? {
      guard let bytes = FileManager.default.contents(atPath: folder + "/anchor") else { return nil }
      guard let state = RecordState(parsing: Array(bytes)) else { throw .unavailable(2) }
      return state
    }

    func save(_ state: RecordState?) async throws(RecordError) {
      guard let state else {
        try? FileManager.default.removeItem(atPath: folder + "/anchor")
        return
      }
      if let kept = try await load(), kept.store == state.store, kept.generation > state.generation { return }
      try write(state.bytes, to: folder + "/anchor")
    }
  }
#endif
