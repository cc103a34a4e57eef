#if Audit
  import Foundation
  import SourceAudit
  import UntrustedInput

  /// The first policy of an existing app: strict defaults, what its sources say about it, and a development environment
  /// of this machine's own authority, so that it can be used at once.
  enum AdoptedPolicy {
    static func text(_ facts: AdoptedFacts, name: String, authority: Authority) throws(StateError) -> String {
      let environment: String
      do {
        environment = """
                "endpoint": "https://127.0.0.1:\(StarterPolicy.defaultPort)",
                "pins": ["\(try authority.pins().joined(separator: "\", \""))"], // in use, in reserve
                "anchors": ["\(Data(authority.certificateDER).base64EncodedString())"],
                "tokenKeys": ["\(try authority.signingKeyIdentifier())"],
                "loginKey": "\(Base64URL.encode(try authority.loginPublicKey()))"
          """
      } catch {
        throw .couldNotMake("the policy")
      }
      return """
        // A first policy, made from the app's sources: the rules are the strict ones, the facts were found in code.
        // Every line is yours to judge. `mantlet policy check` says what is wrong, `mantlet audit` what the code breaks.
        {
          "version": 1,
          "name": "\(Self.name(name))",
          "storage": {
            "accessibility": "afterFirstUnlockThisDeviceOnly",
            "apiCache": "1h", "imageCache": "7d", "memoryCacheObjects": 100
          },
          "network": { "minimumTLS": "1.2", "requestTimeout": "30s", "resourceTimeout": "60s" },
          "session": {
            "accessToken": "30m", "refreshToken": "14d", "maximum": "30d",
            "inactivity": "4h", "background": "5m", "serverInactivity": "14d", "refreshFailures": 5,
            "pin": { "minimumDigits": 4, "maximumDigits": 6 }
          },
          "integrity": { "checkInterval": { "minimum": "30m", "maximum": "180m" } },
          "logging": { "release": "error", "debug": "debug" },
          "environments": {
            // This machine's own, made by `mantlet adopt`: `mantlet serve` answers there.
            "dev": {
        \(environment)
            }
        \(production(facts))
          },
          "server": {\(devices(facts))}
        }

        """
    }

    /// What a production environment needs, as a comment: nothing of it can be known from sources.
    private static func production(_ facts: AdoptedFacts) -> String {
      let host = facts.hosts.first.map { quoted($0.name) } ?? "api.example.org"
      var lines = [
        "// \"prod\": {",
        "//   \"endpoint\": \"https://\(host)\",",
        "//   \"pins\": [\"…\", \"…\"],      `mantlet pin \(host)` prints the one in use; make the other one in reserve",
        "//   \"tokenKeys\": [\"…\"],         `mantlet keys` of the server names it",
        "//   \"loginKey\": \"…\"",
        "// }",
      ]
      if facts.hosts.isEmpty {
        lines.insert("// The sources name no https address that could be the app's own server.", at: 0)
      } else {
        let named = facts.hosts.prefix(8).map { "\(quoted($0.name)) (\($0.mentions))" }.joined(separator: ", ")
        lines.insert("// Hosts in the app's code, by mentions: \(named)", at: 0)
      }
      if !facts.pins.isEmpty {
        lines.insert("// Pins in the app's code: \(facts.pins.prefix(8).joined(separator: ", "))", at: 1)
      }
      return lines.map { "      " + $0 }.joined(separator: "\n")
    }

    private static func devices(_ facts: AdoptedFacts) -> String {
      var parts: [String] = []
      if !facts.appleBundles.isEmpty || facts.minimumIOS != nil {
        parts.append(
          platform("ios", minimum: facts.minimumIOS ?? "18.0", apps: facts.appleBundles, teams: facts.appleTeams))
      }
      if !facts.androidPackages.isEmpty || facts.minimumAndroidAPI != nil {
        let version = facts.minimumAndroidAPI.flatMap { versions[$0] } ?? "12"
        parts.append(platform("android", minimum: version, apps: facts.androidPackages, teams: []))
      }
      return parts.isEmpty ? "" : "\n    \"devices\": {\n\(parts.joined(separator: ",\n"))\n    }\n  "
    }

    private static func platform(_ name: String, minimum: String, apps: [String], teams: [String]) -> String {
      let minimum = minimum.split(separator: ".").allSatisfy { UInt16($0) != nil && $0.first != "+" } ? minimum : "1.0"
      let apps = Array(apps.filter(isIdentifier).prefix(100))
      let teams = Array(teams.filter(isTeam).prefix(100))
      func list(_ texts: [String]) -> String { "[" + texts.map { "\"\(quoted($0))\"" }.joined(separator: ", ") + "]" }
      let signer = name == "ios" && !teams.isEmpty ? ", \"teamIDs\": \(list(teams))" : ""
      // An app without those who sign it is half an origin.
      let missing = signer.isEmpty && !apps.isEmpty ? "// add who signs it: \(list(apps))\n        " : ""
      let origin = signer.isEmpty || apps.isEmpty ? "" : ", \"origin\": { \"apps\": \(list(apps))\(signer) }"
      return "        \(missing)\"\(name)\": { \"minimumVersion\": \"\(quoted(minimum))\"\(origin) }"
    }

    /// A policy's name is 1 to 100 characters.
    private static func name(_ text: String) -> String {
      let name = String(quoted(text).prefix(100))
      return name.isEmpty ? "app" : name
    }

    /// What a policy takes as the identifier of an app; the rest of what a project writes is left out.
    private static func isIdentifier(_ text: String) -> Bool {
      (1...128).contains(text.utf8.count)
        && text.utf8.allSatisfy {
          (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || [45, 46, 95].contains($0)
        }
    }

    private static func isTeam(_ text: String) -> Bool {
      text.utf8.count == 10 && text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
    }

    /// Texts of the sources, kept inside their quotes and comments.
    private static func quoted(_ text: String) -> String {
      String(
        text.unicodeScalars.filter { $0.isASCII && $0.value > 0x1F && $0 != "\"" && $0 != "\\" && $0.value != 0x7F }
          .map(Character.init))
    }

    /// Source: https://developer.android.com/tools/releases/platforms.
    private static let versions: [Int: String] = [
      21: "5.0", 22: "5.1", 23: "6.0", 24: "7.0", 25: "7.1", 26: "8.0", 27: "8.1", 28: "9", 29: "10", 30: "11",
      31: "12",
      32: "12.1", 33: "13", 34: "14", 35: "15", 36: "16",
    ]
  }
#endif
