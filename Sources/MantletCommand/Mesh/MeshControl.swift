#if os(Linux)
  import Foundation
  import PeerMesh
  import UntrustedInput

  /// What the operator of a running node says on its standard input, a line each. Whoever holds that input is the operator:
  /// it comes from the process that started the node, and from nowhere else.
  ///
  /// - `confirm DEVICE`: a person compared the id of this device.
  /// - `forget UID`: the device of this uid was replaced, or was confirmed by mistake.
  /// - `rotate [DAYS]`: a new key for all, under the old one; as the mission's authority.
  /// - `exclude DEVICE[,DEVICE…] MINUTES`: a new key for all but these, one of which may have been in wrong hands for so many
  ///   minutes; as the mission's authority.
  struct MeshControl: Sendable {
    private enum Order: Equatable {
      case confirm([UInt8])
      case forget(String)
      case rotate(days: Int)
      case exclude(Set<[UInt8]>, minutes: Int)
    }

    private static let lineLimit = 4096
    let node: MeshNode
    let lines: MeshLines

    /// Until the input ends.
    func run() async {
      for await line in Self.input() { await obey(line) }
    }

    /// Lines of standard input, read on a thread of their own.
    private static func input() -> AsyncStream<String> {
      let (lines, sink) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(64))
      Thread.detachNewThread {
        var (line, byte): ([UInt8], UInt8) = ([], 0)
        while read(0, &byte, 1) == 1 {
          if byte != 10 {
            // Longer than any order: what is too much is left out, and what remains is none.
            if line.count <= lineLimit { line.append(byte) }
            continue
          }
          sink.yield(String(decoding: line, as: UTF8.self))
          line = []
        }
        sink.finish()
      }
      return lines
    }

    private func obey(_ line: String) async {
      guard let order = Self.order(line) else {
        return say(
          "not understood; say: confirm DEVICE, forget UID, rotate [DAYS], exclude DEVICE[,DEVICE] MINUTES",
          isDone: false)
      }
      do throws(MeshError) {
        switch order {
        case .confirm(let device):
          await confirm(device)
        case .forget(let uid):
          let isKnown = await node.forget(uid: uid)
          say(isKnown ? "forgotten" : "no device has this uid", isDone: isKnown)
        case .rotate(let days):
          try await node.rotate(to: try await key(days: days))
          say("rotated", isDone: true)
        case .exclude(let devices, let minutes):
          let since = SystemTime.now - MeshTime(minutes) * 60_000
          try await node.exclude(devices, lostSince: since, newKey: try await key(days: 7))
          say("excluded", isDone: true)
        }
      } catch { say("\(error)", isDone: false) }
    }

    private func confirm(_ device: [UInt8]) async {
      guard await !node.confirm(deviceID: device) else {
        return say("confirmed \(MeshLines.hex(device))", isDone: true)
      }
      let isKnown = await node.peers.contains { $0.device.id == device }
      say(
        isKnown
          ? "\(MeshMachine.maximumConfirmed) devices are confirmed already; forget one first"
          : "no such device has been heard", isDone: false)
    }

    /// The next key of the mission.
    private func key(days: Int) async throws(MeshError) -> MeshKey {
      guard let ring = await node.keyring else { throw .noKey }
      guard let last = ring.entries.map(\.key.epoch).max(), last < .max else { throw .keyRolledBack(epoch: .max) }
      var dice = SystemRandomNumberGenerator()
      let now = SystemTime.now
      return try MeshKey.random(
        mission: ring.current.mission, epoch: last + 1, notBefore: now - GivenMeshKey.slack,
        notAfter: now + MeshTime(days) * 86_400_000, authority: ring.current.authority, using: &dice)
    }

    private func say(_ words: String, isDone: Bool) {
      lines.say("control", words, [("done", JSONNode(.bool(isDone))), ("text", .string(words))])
    }

    private static func order(_ line: String) -> Order? {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      switch (words.first, words.count) {
      case ("confirm", 2): return device(words[1]).map(Order.confirm)
      // A uid may hold blanks.
      case ("forget", 2...): return .forget(String(line.dropFirst("forget ".count)))
      case ("rotate", 1): return .rotate(days: 7)
      case ("rotate", 2): return number(words[1], in: 1...3650).map(Order.rotate(days:))
      case ("exclude", 3):
        let names = words[1].split(separator: ",", omittingEmptySubsequences: false)
        let devices = names.compactMap { device(String($0)) }
        guard devices.count == names.count, let minutes = number(words[2], in: 0...525_600) else { return nil }
        return .exclude(Set(devices), minutes: minutes)
      default: return nil
      }
    }

    private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
      guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else { return nil }
      return range.contains(number) ? number : nil
    }

    /// 16 bytes in hexadecimal digits, as they are printed.
    private static func device(_ text: String) -> [UInt8]? {
      let digits = text.utf8.map { UInt8($0) }
      guard digits.count == 32 else { return nil }
      let values = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
      guard values.count == 32 else { return nil }
      return stride(from: 0, to: 32, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
  }
#endif
