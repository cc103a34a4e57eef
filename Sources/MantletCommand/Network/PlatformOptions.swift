import ArgumentParser
import Foundation
import PlatformNetwork
import SecurityPolicy

/// Which policy, and where files go to or come from.
struct PlatformOptions: ParsableArguments {
  @Option(help: "The policy file (default: the state directory's; for --check: none, the file is judged by itself).")
  var policy: String?
  @Option(help: "The state directory (default: MANTLET_STATE, else .mantlet).") var state: String?
  @Option(help: "dev, stage or prod (default: prod, or the policy's only one).") var environment: String?
  @Option(help: "Write below this folder (default: print the file).") var out: String?
  @Option(help: "Read this file and say what is wrong with it.") var check: String?
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    if let environment, EnvironmentName(rawValue: environment) == nil {
      throw ValidationError("--environment is dev, stage or prod")
    }
    if check != nil, out != nil { throw ValidationError("--check and --out exclude each other") }
  }

  /// The policy to write from; with `--check` only one that was named.
  func readPolicy() throws -> Policy? {
    if let policy { return try PolicyFile.read(policy) }
    return check == nil ? try PolicyFile.read(StateDirectory.location(state) + "/policy.json") : nil
  }

  func plan(_ policy: Policy) throws -> NetworkPlan {
    let named = environment.flatMap(EnvironmentName.init(rawValue:))
    let only = policy.environments.count == 1 ? policy.environments.first?.key : nil
    guard let environment = policy.environments[named ?? only ?? .prod] else {
      throw ExitStatus.stop("the policy has no such environment: name one with --environment", ExitStatus.usage)
    }
    do { return try NetworkPlan(environment, network: policy.network) } catch {
      throw ExitStatus.stop(error, ExitStatus.unreadable)
    }
  }

  /// Writes below `--out`, or prints the one file that there is.
  func deliver(_ files: [PlatformFile], _ findings: [PlatformFinding]) throws {
    for finding in findings { StandardError.print("mantlet: \(finding.description)") }
    guard let out else {
      guard let only = files.first, files.count == 1 else {
        throw ExitStatus.stop("there are \(files.count) files: name a folder with --out", ExitStatus.usage)
      }
      StandardOutput.print(String(decoding: only.bytes.dropLast(only.bytes.last == 0x0A ? 1 : 0), as: UTF8.self))
      return
    }
    for file in files {
      let path = out + "/" + file.path
      do {
        try FileManager.default.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try StateFile.write(file.bytes, to: path, mode: 0o644)
      } catch {
        throw ExitStatus.stop("cannot write \(path)", ExitStatus.failure)
      }
      StandardOutput.print(path)
    }
  }
}
