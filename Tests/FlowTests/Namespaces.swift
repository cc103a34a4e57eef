import Foundation
import Testing

/// Two network namespaces with a cable between them, addresses 10.77.0.N and fe80::77:N, and an nftables chain `ip t in` in
/// each; gone with their owner.
final class Namespaces: Sendable {
  static let hasIPv6 = FileManager.default.fileExists(atPath: "/proc/net/if_inet6")
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
      if Self.hasIPv6 {
        try Self.shell("ip -n \(name) link set v0 addrgenmode none")
        try Self.shell("ip -n \(name) addr add fe80::77:\(place + 1)/64 dev v0 nodad")
      }
      try Self.shell("ip -n \(name) addr add 10.77.0.\(place + 1)/24 dev v0 && ip -n \(name) link set v0 up")
      try Self.shell("ip netns exec \(name) nft 'add table ip t'")
      try Self.shell("ip netns exec \(name) nft 'add chain ip t in { type filter hook input priority 0; }'")
    }
    // The way to IPv6 groups is there when the system has noticed the cable.
    for name in names where Self.hasIPv6 {
      let way = "ip -n \(name) -6 route show table local | grep -q ^multicast"
      try Self.shell("for n in $(seq 50); do \(way) && exit; sleep 0.1; done; exit 1")
    }
  }

  deinit { for name in names { try? Self.shell("ip netns del \(name)") } }

  /// One rule of nftables in both.
  func both(_ rule: String) throws {
    for name in names { try Self.shell("ip netns exec \(name) nft '\(rule)'") }
  }

  private func command(_ place: Int, _ key: String, _ arguments: [String]) throws -> [String] {
    let node = [
      "mesh", "run", "--psk", key, "--insecure-unconfirmed-key", "--interface", "v0", "--callsign", "node \(place)",
      "--json",
    ]
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
