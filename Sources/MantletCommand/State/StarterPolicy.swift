import Crypto
import Foundation
import UntrustedInput

/// The policy that `mantlet up` writes for a new state directory: commented, strict, with this authority's own pins.
enum StarterPolicy {
  /// What the new state directory is for.
  enum Purpose: Sendable {
    case development
    /// Clients that know no proof of possession, and tools that ask more often than a person does.
    case insecureTests
  }

  static let defaultPort = 8443

  static func text(for authority: Authority, _ purpose: Purpose) throws(StateError) -> String {
    do {
      let pins = try authority.pins()
      let login = Base64URL.encode(try authority.loginPublicKey())
      return text(
        pins: pins, anchor: Data(authority.certificateDER).base64EncodedString(),
        tokenKey: try authority.signingKeyIdentifier(), loginKey: login, purpose)
    } catch {
      throw .couldNotMake("the starter policy")
    }
  }

  private static func text(
    pins: [String], anchor: String, tokenKey: String, loginKey: String, _ purpose: Purpose
  ) -> String {
    let isForTests = purpose == .insecureTests
    // Without the word the standard is in force: every token proves the device key.
    let binding =
      isForTests ? "\n    \"tokenBinding\": \"optional\", // bearer tokens for clients that send no proof" : ""
    return """
      // One policy: enforced on the device, decided at the server, proven in the build.
      // Durations are a number and a unit: s, m, h, d. `mantlet policy check` says what is wrong, with line and column.
      {
        "version": 1,
        "name": "starter",
        "storage": {
          "accessibility": "afterFirstUnlockThisDeviceOnly",
          "apiCache": "1h", "imageCache": "7d", "memoryCacheObjects": 100
        },
        "network": { "minimumTLS": "1.2", "requestTimeout": "30s", "resourceTimeout": "60s" },
        "session": {
          "accessToken": "30m", "refreshToken": "14d", "maximum": "30d",
          "inactivity": "4h", "background": "5m", "serverInactivity": "14d", "refreshFailures": 5,\(binding)
          "pin": { "minimumDigits": 4, "maximumDigits": 6 }
        },
        "integrity": { "checkInterval": { "minimum": "30m", "maximum": "180m" } },
        "logging": { "release": "error", "debug": "debug" },
        "screen": { "cover": "opaque", "onScreenshot": "warn", "onCapture": "cover", "pasteboardExpiry": "60s" },
        "environments": {
          "dev": {
            "endpoint": "https://127.0.0.1:\(defaultPort)",
            "pins": ["\(pins[0])", "\(pins[1])"], // in use, in reserve
            "anchors": ["\(anchor)"],
            "tokenKeys": ["\(tokenKey)"],
            "loginKey": "\(loginKey)"
          }
        },
        // Only the server reads what follows; no device slice holds it.
        "server": {
          // This machine has no hardware attestation: its devices are UNATTESTED and may still sign people in.
          "unattested": { "admitted": true, "mayLogIn": true, "requestsPerMinute": \(isForTests ? 6000 : 120) },
          "devices": {
            "linux": { "minimumVersion": "10", "minimumPatch": "5.4" },
            "android": { "minimumVersion": "12", "minimumPatch": "2023-01-01" },
            "ios": { "minimumVersion": "18.0" }
          }
        }
      }

      """
  }
}
