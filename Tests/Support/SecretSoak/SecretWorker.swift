#if os(Linux)

  import Foundation
  import Glibc
  import LinuxSecretFiles
  import Redaction
  import SecretStorage
  import SecurityTesting

  /// Changes a store until somebody kills it.
  struct SecretWorker {
    let folder: String
    let seed: UInt64
    let first: Int

    func run() async throws {
      let store = try SecretFiles(folder: folder, random: SystemRandomNumberGenerator())
      var dice = SeededGenerator(seed: seed)
      var number = first
      while true {
        number += 1
        let step = SecretStep(number, &dice)
        say("> " + step.text)
        switch step {
        case .write(let text, let number):
          guard let name = SecretName(text) else { return }
          try await store.write(Secret(copying: SecretStep.value(number)), as: name)
        case .delete(let text):
          guard let name = SecretName(text) else { return }
          try await store.delete(name)
        case .rotate: try await store.rotateRootKey()
        case .rewrap: try await store.changeProtection(to: .keyFile)
        }
        say("< " + step.text)
      }
    }

    /// Straight to the pipe: what a buffer holds dies with the process.
    private func say(_ text: String) {
      let line = Array((text + "\n").utf8)
      _ = write(1, line, line.count)
    }

    /// Writes larger and larger items under a limit on the size of files; prints the error and what can be read then.
    static func fill(_ folder: String, limit: UInt) async throws {
      signal(SIGXFSZ, SIG_IGN)
      var size = rlimit(rlim_cur: limit, rlim_max: limit)
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size) == 0 else { exit(70) }
      let store = try SecretFiles(folder: folder, random: SystemRandomNumberGenerator())
      guard let name = SecretName("growing") else { exit(70) }
      var last = 0
      do {
        for count in stride(from: 100, to: 60_000, by: 100) {
          try await store.write(Secret(count: count) { _ in }, as: name)
          last = count
        }
      } catch {
        guard let secret = try await store.read(name) else { return print("\(error), and nothing is left") }
        let left = secret.count
        print(error == .full && left == last ? "full, and the old item stands" : "\(error), \(left) of \(last)")
      }
    }
  }

#endif
