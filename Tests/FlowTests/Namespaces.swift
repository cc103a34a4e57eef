import Foundation
import Testing

/// Two network namespaces with a cable between them and an nftables chain `ip t in` in each; gone with their owner.
final class Namespaces: Sendable {
  private static let ip = "/usr/sbin/ip"
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

  private func command(_ place: Int, _ key: String, _ arguments: [String]) throws -> [String] {
    let node = ["mesh", "run", "--psk", key, "--interface", "v0", "--callsign", "node \(place)", "--json"]
    return ["netns", "exec", names[place], try Program.path] + node + arguments
  }

  /// A node in one of them, to its end.
  func run(_ place: Int, _ key: String, _ arguments: [String]) async throws -> Program.Outcome {
    try await Program.run(try command(place, key, arguments), program: Self.ip)
  }

  /// A node in one of them, which stays.
  func start(_ place: Int, _ key: String, _ arguments: [String]) throws -> LiveProgram {
    try LiveProgram(try command(place, key, arguments), program: Self.ip)
  }

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
