import Crypto
import CryptoExtras
import Foundation
import TrustServer
import TrustWire

/// What an access token costs on a protected request: processor time, beside `openssl speed rsa2048` in the same run.
struct CheckBenchmark {
  private static let tokens = 2000
  /// Seconds of processor time for one verification; nil without the program.
  let verification: Double?

  func run() async throws {
    let server = try await BenchmarkServer(store: InMemoryTrustStore())
    let first = try await server.admit()
    // The same refresh token again: each answer carries an access token of its own.
    var access: [String] = []
    for _ in 0..<Self.tokens { access.append(try await server.token(.refresh(token: first.refreshToken)).accessToken) }
    let held = access
    var (sights, routes): ([Double], [Double]) = ([], [])
    let parts = 5
    let size = held.count / parts
    _ = try await server.desk.check(first.accessToken, kind: .app)
    for part in 0..<parts {
      routes.append(
        await Meter.work { for _ in 0..<size { _ = await server.send("GET", .health) } } / Double(size))
      sights.append(
        try await Meter.work {
          for token in held[part * size..<(part + 1) * size] { _ = try await server.desk.check(token, kind: .app) }
        } / Double(size))
    }
    let (sight, route) = (Meter.median(sights), Meter.median(routes))
    if let peer = verification {
      let cost = (sight + route) / (peer + route)
      Meter.report(
        "access token, first sight",
        "\(micro(sight)) us + route \(micro(route)) us   OpenSSL verify \(micro(peer)) us + route   cost "
          + "\(Meter.text(cost)) of it   limit 1.3   (check alone \(Meter.text(sight / peer)) of the verify)",
        keeps: cost <= 1.3)
    } else {
      print("access token: no `openssl` here, nothing to compare with")
    }
    var again: [Double] = []
    for _ in 0..<7 {
      again.append(
        try await Meter.work {
          for _ in 0..<20_000 { _ = try await server.desk.check(first.accessToken, kind: .app) }
        } / 20_000)
    }
    Meter.report(
      "access token, second sight", "\(micro(Meter.median(again))) us   limit 3 us", keeps: Meter.median(again) <= 3e-6)
    try await signature()
    try await verificationAlone()
  }

  /// For information: what every refresh pays for the new access token.
  private func signature() async throws {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let bytes = [UInt8](repeating: 7, count: 600)
    _ = try key.signature(for: bytes, padding: .insecurePKCS1v1_5)
    let seconds = try await Meter.work {
      for _ in 0..<200 { _ = try key.signature(for: bytes, padding: .insecurePKCS1v1_5) }
    }
    Meter.report("RSA-2048 signature", "\(micro(seconds / 200)) us   for information", keeps: nil)
  }

  /// For information: the part of a first sight that is the library's verification.
  private func verificationAlone() async throws {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let digest = SHA256.hash(data: [UInt8](repeating: 7, count: 600))
    let signature = try key.signature(for: digest, padding: .insecurePKCS1v1_5)
    let verifier = key.publicKey
    let seconds = await Meter.work {
      for _ in 0..<2000 { _ = verifier.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5) }
    }
    Meter.report("RSA-2048 verification by swift-crypto", "\(micro(seconds / 2000)) us   for information", keeps: nil)
  }

  private func micro(_ seconds: Double) -> String { Meter.text(seconds * 1e6) }

  /// To be called on the program's first thread: others block signals, which the child would inherit, and the alarm
  /// that ends each of its trials would never reach it.
  static func openSSL() throws -> Double? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl", "speed", "-seconds", "2", "rsa2048"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    // "rsa 2048 bits 0.000650s 0.000019s   1538.0  52000.0": the last column is verifications a second.
    guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("rsa") }),
      let rate = line.split(separator: " ").last.flatMap({ Double($0) }), rate > 0
    else { return nil }
    return 1 / rate
  }
}
