import Crypto
import Foundation
import UntrustedInput

/// The policy that `mantlet up` writes for a new state directory: commented, strict, with this authority's own pins.
enum StarterPolicy {
  static let defaultPort = 8443

  static func text(for authority: Authority) throws(StateError) -> String {
    do {
      let pins = try authority.pins()
      let login = Base64URL.encode(try authority.loginPrivateKey().publicKey.x963Representation)
      return text(
        pins: pins, anchor: Data(authority.certificateDER).base64EncodedString(),
        tokenKey: try authority.signingKeyIdentifier(), loginKey: login)
    } catch {
      throw .couldNotMake("the starter policy")
    }
  }

  private static func text(pins: [String], anchor: String, tokenKey: String, loginKey: String) -> String {
    """
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
        "inactivity": "4h", "refreshFailures": 5,
        "pin": { "minimumDigits": 4, "maximumDigits": 6 }
      },
      "integrity": { "checkInterval": { "minimum": "30m", "maximum": "180m" } },
      "logging": { "release": "error", "debug": "debug" },
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
        "unattested": { "admitted": true, "mayLogIn": true, "requestsPerMinute": 120 },
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
