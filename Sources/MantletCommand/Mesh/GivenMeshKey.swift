import ArgumentParser
import Foundation
import PeerMesh
import Redaction

/// The text of a mesh key, from a private file or from standard input: never from an argument, which every user of the
/// machine can read.
enum GivenMeshKey {
  /// How far the clocks of a mission's devices may be apart when its key begins.
  static let slack: MeshTime = 5 * 60_000

  /// - Parameter source: a file that only its owner may read, or `-` for the first line of standard input.
  /// - Throws: an exit code, after saying why.
  static func read(_ source: String, mission: String = "mission") throws -> PendingMeshKey {
    let text = try text(source)
    do throws(MeshError) { return try MeshKeyText.read(text, mission: mission, now: SystemTime.now) } catch {
      throw stop(error)
    }
  }

  /// How a key that cannot be used ends a command: one that is out of its time, or not for us, is none that is unreadable.
  static func stop(_ error: MeshError) -> ExitCode {
    switch error {
    case .keyExpired, .keyNotYetValid, .sealedForAnother: ExitStatus.stop(error, ExitStatus.fails)
    default: ExitStatus.stop(error, ExitStatus.unreadable)
    }
  }

  /// What stands in the source, a key or a package with one.
  ///
  /// - Throws: as ``read(_:mission:)``.
  static func text(_ source: String) throws -> String {
    let secret: Secret
    if source == "-" {
      secret = StandardInput.secretLine()
    } else {
      do throws(StateError) { secret = Secret(copying: try StateFile.read(source)) } catch {
        throw ExitStatus.stop(error, ExitStatus.code(of: error))
      }
    }
    return secret.withExposedBytes { bytes in
      String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
  }
}

/// The system's clock as the mesh counts.
enum SystemTime {
  static var now: MeshTime { MeshTime(Date().timeIntervalSince1970 * 1000) }
}
