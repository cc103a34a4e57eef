import ArgumentParser
import Crypto
import Foundation
import TrustWire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `mantlet pin new-key`: the key that signs pin updates. It belongs on a machine that is not on the network.
struct PinNewKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-key", abstract: "Make the offline key for pin updates; print its thumbprint.",
    discussion: """
      The file is PKCS#8 in PEM with mode 0600, readable by openssl; it is not overwritten. The thumbprint belongs into \
      the policy: environments.NAME.pinning.updateKey. Encrypt it with: openssl pkcs8 -topk8 -in FILE -out SAFE.
      """)

  @Option(help: "Where the key goes; must not exist.") var out: String

  func run() throws {
    guard !FileManager.default.fileExists(atPath: out) else {
      throw ExitStatus.stop("\(out) exists", ExitStatus.usage)
    }
    let key = P256.Signing.PrivateKey()
    // Complete before it has its name, and `link` never replaces what got the name meanwhile.
    let unnamed = "\(out).key-\(getpid())"
    do { try StateFile.write((key.pemRepresentation + "\n").utf8, to: unnamed) } catch {
      throw ExitStatus.stop(error, ExitStatus.code(of: error))
    }
    let code = link(unnamed, out) == 0 ? 0 : errno
    unlink(unnamed)
    guard code == 0 else {
      throw ExitStatus.stop(
        code == EEXIST ? "\(out) exists" : "cannot write \(out) (errno \(code))",
        code == EEXIST ? ExitStatus.usage : ExitStatus.failure)
    }
    StateFile.flushFolder(of: out)
    StandardOutput.print(DevicePublicKey(key.publicKey).thumbprint)
  }
}
