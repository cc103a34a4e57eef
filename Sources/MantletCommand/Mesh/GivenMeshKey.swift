import Foundation
import PeerMesh
import Redaction

/// The text of a mesh key, from a private file or from standard input: never from an argument, which every user of the
/// machine can read.
enum GivenMeshKey {
  /// - Parameter source: a file that only its owner may read, or `-` for the first line of standard input.
  /// - Throws: an exit code, after saying why.
  static func read(_ source: String, mission: String = "mission") throws -> PendingMeshKey {
    let secret: Secret
    if source == "-" {
      secret = StandardInput.secretLine()
    } else {
      do throws(StateError) { secret = Secret(copying: try StateFile.read(source)) } catch {
        throw ExitStatus.stop(error, ExitStatus.code(of: error))
      }
    }
    let text = secret.withExposedBytes { bytes in
      String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
    do throws(MeshError) { return try MeshKeyText.read(text, mission: mission, now: SystemTime.now) } catch {
      throw ExitStatus.stop(error, error == .keyExpired ? ExitStatus.fails : ExitStatus.unreadable)
    }
  }
}

/// The system's clock as the mesh counts.
enum SystemTime {
  static var now: MeshTime { MeshTime(Date().timeIntervalSince1970 * 1000) }
}
