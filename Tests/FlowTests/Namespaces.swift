import Foundation
import Testing

/// Two network namespaces with a cable between them and an nftables chain `ip t in` in each; gone with their owner.
final class Namespaces: Sendable {
  private let names: [String]

  init() throws {
    let tag = String(UInt32.random(in: .min ... .max), radix: 36)
    names = ["mnt\(tag)a", "mnt\(tag)b"]
    for (place, name) in names.enumerated() {
      try Self.shell("ip netns add \(name)")
      if place == 1 {
        try Self.shell("ip -n \(names[0]) link add v0 type veth peer name v0 netns \(name)")
      }
    }
    for (place, name) in names.enumerated() {
      try Self.shell("ip -n \(name) addr add 10.77.0.\(place + 1)/24 dev v0 && ip -n \(name) link set v0 up")
      try Self.shell("ip netns exec \(name) nft 'add table ip t'")
      try Self.shell("ip netns exec \(name) nft 'add chain ip t in { type filter hook input priority 0; }'")
    }
  }

  deinit { for name in names { try? Self.shell("ip netns del \(name)") } }

  /// One rule of nftables in both.
  func both(_ rule: String) throws {
    for name in names { try Self.shell("ip netns exec \(name) nft '\(rule)'") }
  }

  /// A node in one of them.
  func run(_ place: Int, _ key: String, _ arguments: [String]) async throws -> Program.Outcome {
    let command = ["mesh", "run", "--psk", key, "--interface", "v0", "--callsign", "node \(place)", "--json"]
    return try await Program.run(
      ["netns", "exec", names[place], try Program.path] + command + arguments, program: "/usr/sbin/ip")
  }

  /// Asks all nodes to end.
  func end() { for name in names { try? Self.shell("ip netns pids \(name) | xargs -r kill -TERM") } }

  private static func shell(_ line: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(line)")
  }
}
