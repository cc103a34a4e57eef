#if Server
  import Foundation
  import NetworkTrust
  import SecurityPolicy
  import UntrustedInput

  /// The signed pin update that a server hands out.
  enum PinUpdateFile {
    /// What the setting names, found to be a pin update that devices of this environment obey now: signed by the
    /// policy's key, for its hosts, begun and not over. Which number they obey already is theirs to know.
    static func read(
      _ settings: ServerSettings, _ environment: EnvironmentRequirement?
    ) throws(SettingError) -> String? {
      guard settings.isSaid(.pins) else { return nil }
      let path = try settings.required(.pins)
      guard let bytes = GivenFile.bytes(of: path) else { throw .unreadable(path: path) }
      let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      guard let environment, let pins = try? PinPolicy(environment) else {
        throw .clash("pins: the policy's environment has no usable pins")
      }
      do throws(PinUpdateRefusal) {
        _ = try VerifiedPinUpdate(verifying: text, for: pins, now: Date())
      } catch {
        throw .malformed(path: path, at: TextPosition(line: 1, column: 1), problem: "\(error)")
      }
      return text
    }
  }
#endif
