#if os(Linux)

  import Foundation
  import LinuxSecretFiles
  import Redaction
  import SecretStorage
  import SecurityTesting

  // A process that is killed while it changes a store, and the one that kills it. Test support.
  //
  //   work FOLDER SEED FIRST   changes the store for ever; says what it begins ("> ") and what is done ("< ")
  //   kills FOLDER COUNT SEED  lets children work, kills each at a random instant, reopens and judges; prints a summary
  //   fill FOLDER PREFIX COUNT writes so many items of its own
  //   adds FOLDER PREFIX COUNT makes so many keys unless they are there, and prints which ones it goes on with
  //   full FOLDER BYTES        writes until a file may not grow beyond so many bytes, then tells the error
  //
  // Exit 0: all as promised; 1: a promise broken, with its story on the standard error output.

  let words = CommandLine.arguments.dropFirst()
  do {
    switch (words.first, words.dropFirst().map { $0 }) {
    case ("work", let rest) where rest.count == 3:
      try await SecretWorker(folder: rest[0], seed: UInt64(rest[1]) ?? 0, first: Int(rest[2]) ?? 0).run()
    case ("kills", let rest) where rest.count == 3:
      try await SecretKiller(folder: rest[0], seed: UInt64(rest[2]) ?? 0).run(Int(rest[1]) ?? 0)
    case ("fill", let rest) where rest.count == 3:
      let store = try SecretFiles(folder: rest[0], lockWait: .seconds(60), random: SystemRandomNumberGenerator())
      for number in 0..<(Int(rest[2]) ?? 0) {
        guard let name = SecretName("\(rest[1]).\(number)") else { exit(64) }
        try await store.write(Secret(copying: Array("\(rest[1]) \(number)".utf8)), as: name)
      }
    case ("adds", let rest) where rest.count == 3:
      let store = try SecretFiles(folder: rest[0], lockWait: .seconds(60), random: SystemRandomNumberGenerator())
      for number in 0..<(Int(rest[2]) ?? 0) {
        guard let name = SecretName("key.\(number)") else { exit(64) }
        let key = try await store.addOrRead(Secret(copying: rest[1].utf8), as: name, access: AccessRequirement())
        print(key.withExposedBytes { String(decoding: $0, as: UTF8.self) })
      }
    case ("full", let rest) where rest.count == 2:
      try await SecretWorker.fill(rest[0], limit: UInt(rest[1]) ?? 0)
    default:
      exit(64)
    }
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }

#endif
