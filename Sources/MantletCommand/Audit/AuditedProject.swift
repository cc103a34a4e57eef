#if Audit
  import ArgumentParser
  import Foundation
  import SecurityPolicy
  import SourceAudit

  /// The folder and the policy that every audit begins with.
  struct AuditedProject: ParsableArguments {
    @Argument(help: "The folder of the app's sources.") var path: String
    @Option(help: "The policy file; without it the defaults hold.") var policy: String?
    @Option(help: "A YAML file of the team's own rules, asked beside those that ship with Mantlet.") var rules: String?

    /// The policy file, or the defaults.
    static func policy(_ path: String?) throws -> Policy {
      try path.map(PolicyFile.read) ?? Policy(name: "defaults", environments: [:])
    }

    func readPolicy() throws -> Policy { try Self.policy(policy) }

    /// The rules that ship with Mantlet, and the team's own.
    func makeAudit() throws -> Audit {
      guard let rules else { return Audit() }
      let bytes = try GivenFile.read(rules, limit: CustomRules.limit)
      do { return Audit(adding: try CustomRules(reading: bytes)) } catch {
        throw ExitStatus.stop("\(rules): \(error)", ExitStatus.unreadable)
      }
    }

    func readTree() throws -> SourceTree {
      do { return try SourceTree.read(folder: path) } catch {
        throw ExitStatus.stop("\(path): \(error)", ExitStatus.unreadable)
      }
    }

    /// What the report calls it: the folder's own name.
    var title: String {
      let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
      return name.isEmpty || name == "/" ? path : name
    }

    /// Seen from the working directory; empty for the directory itself and for folders outside.
    var relativePath: String {
      let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).standardizedFileURL.path
      let there = URL(fileURLWithPath: path).standardizedFileURL.path
      guard there.hasPrefix(here + "/") else { return "" }
      return String(there.dropFirst(here.count + 1))
    }

    /// In UTC, the day by which allowances are judged.
    static var today: PolicyDay? { PolicyDay(String(Date().formatted(.iso8601).prefix(10))) }
  }
#endif
