import ArgumentParser
import Foundation
import SecurityPolicy
import UntrustedInput

/// Reads a policy file that the user named; every problem is one line with file, line and column.
enum PolicyFile {
  static func read(_ path: String) throws -> Policy {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ExitStatus.stop("cannot read \(path)", ExitStatus.unreadable)
    }
    do {
      return try PolicyDocument.read(Array(data))
    } catch {
      let place = error.position
      let message = "\(error)".replacingOccurrences(of: "\(place): ", with: "")
      throw ExitStatus.stop("\(path):\(place.line):\(place.column): \(message)", ExitStatus.unreadable)
    }
  }
}
