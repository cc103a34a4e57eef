import Foundation
import SourceAudit

/// A corpus as files, as long as the body runs.
enum SourceFolder {
  static func with<Answer>(_ files: [SourceText], _ body: (_ folder: URL) throws -> Answer) throws -> Answer {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("audit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files {
      let place = folder.appendingPathComponent(file.path)
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: place)
    }
    return try body(folder)
  }
}
