#if os(Linux)

  import Foundation
  import Glibc
  import LinuxSecretFiles
  import Redaction
  import SecretStorage
  import SecurityTesting

  /// Kills workers and judges what they leave: no acknowledged change lost, no half item, the names exact.
  struct SecretKiller {
    struct Broken: Error, CustomStringConvertible { let description: String }

    let folder: String
    let seed: UInt64

    func run(_ count: Int) async throws {
      var dice = SeededGenerator(seed: seed)
      var state: [String: Int] = [:]
      var number = 0
      var (acknowledged, cut) = (0, 0)
      for round in 0..<count {
        let (done, pending) = try killed(round: round, first: number, &dice)
        for step in done { step.apply(to: &state) }
        acknowledged += done.count
        number += done.count + 1
        var after = state
        pending?.apply(to: &after)
        if pending != nil { cut += 1 }
        let found = try await look(round)
        guard found == state || found == after else {
          throw Broken(
            description:
              "round \(round): \(found) is neither \(state) nor, after \(pending.map(\.text) ?? "-"), \(after)")
        }
        state = found
      }
      print("\(count) kills, \(cut) of them within a change, \(acknowledged) acknowledged changes, none lost")
    }

    /// Starts a worker, kills it at a random instant, and tells what it had acknowledged and what it had begun.
    private func killed(
      round: Int, first: Int, _ dice: inout SeededGenerator
    ) throws -> (done: [SecretStep], pending: SecretStep?) {
      let worker = Process()
      worker.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      worker.arguments = ["work", folder, "\(dice.next())", "\(first)"]
      let pipe = Pipe()
      worker.standardOutput = pipe
      try worker.run()
      // Some die at once, while the store is opened; most in the middle of the work.
      var output = Data()
      for _ in 0..<(dice.next() % 12) {
        let more = pipe.fileHandleForReading.availableData
        guard !more.isEmpty else { throw Broken(description: "round \(round): the worker gave up by itself") }
        output += more
      }
      usleep(UInt32(dice.next() % 3000))
      kill(worker.processIdentifier, SIGKILL)
      worker.waitUntilExit()
      output += pipe.fileHandleForReading.readDataToEndOfFile()
      guard worker.terminationReason == .uncaughtSignal else {
        throw Broken(description: "round \(round): the worker gave up by itself")
      }
      var (done, pending): ([SecretStep], SecretStep?) = ([], nil)
      for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
        guard let step = SecretStep(line.dropFirst(2)) else { continue }
        if line.hasPrefix("> ") {
          pending = step
        } else {
          done.append(step)
          pending = nil
        }
      }
      return (done, pending)
    }

    /// What a fresh opening finds; every name must read, and no other file may be there.
    private func look(_ round: Int) async throws -> [String: Int] {
      let store = try SecretFiles(folder: folder, random: SystemRandomNumberGenerator())
      var found: [String: Int] = [:]
      for name in try await store.names() {
        guard let secret = try await store.read(name) else {
          throw Broken(description: "round \(round): \(name) is listed and not there")
        }
        let bytes = secret.withExposedBytes { Array($0) }
        guard let number = Int(String(decoding: bytes.prefix { $0 != 32 }, as: UTF8.self)),
          SecretStep.value(number) == bytes
        else { throw Broken(description: "round \(round): \(name) is half an item") }
        found[name.text] = number
      }
      let expected = Set(found.keys.map { $0 + ".sealed" } + ["root.key", "index", "lock"])
      let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
      guard files == expected else {
        throw Broken(
          description: "round \(round): files \(files.symmetricDifference(expected).sorted()) too many or few")
      }
      return found
    }
  }

#endif
