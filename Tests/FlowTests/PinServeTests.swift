import Foundation
import Testing
import UntrustedInput

/// `mantlet serve --pins`: the signed update that an operator makes is what devices get.
@Suite(.timeLimit(.minutes(15)))
struct PinServeTests {
  @Test("The update that `pin sign` printed is served as it is; anything else keeps the server from starting")
  func served() async throws {
    let folder = try TemporaryFolder()
    let first = try Served(folder, 22243)
    #expect(first.loopback.get("/v1/pins")?.status == 404)
    first.end()
    let key = folder.path + "/update.key"
    let made = try await Program.run(["pin", "new-key", "--out", key])
    let thumbprint = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let policy = folder.state + "/policy.json"
    let text = try String(contentsOfFile: policy, encoding: .utf8)
    try text.replacingOccurrences(
      of: "\"anchors\":", with: "\"pinning\": {\"updateKey\": \"\(thumbprint)\"}, \"anchors\":"
    )
    .write(toFile: policy, atomically: true, encoding: .utf8)
    let now = Int64(Date().timeIntervalSince1970)
    let pins = (1...2).map { Data(repeating: UInt8($0), count: 32).base64EncodedString() }
    let plain = folder.path + "/update.json"
    try """
    {"version": 1, "number": 1, "iat": \(now - 60), "exp": \(now + 86400),
     "hosts": [{"host": "127.0.0.1", "pins": ["\(pins[0])", "\(pins[1])"]}]}
    """.write(toFile: plain, atomically: true, encoding: .utf8)
    let signed = try await Program.run(["pin", "sign", plain, "--key", key])
    #expect(signed.code == 0, "\(signed.errors)")
    let file = folder.path + "/update.jws"
    try signed.output.write(toFile: file, atomically: true, encoding: .utf8)
    let server = try Served(folder, 22243, ["--insecure-http", "--pins", file])
    let answer = server.loopback.get("/v1/pins")
    server.end()
    #expect(answer?.status == 200, "\(server.text)\(server.errors)")
    let expected = signed.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(answer.map { String(decoding: $0.body, as: UTF8.self) } == expected)
    let wrong = try await Program.run(
      ["serve", "--state", folder.state, "--port", "22243", "--insecure-http", "--pins", plain], endAfter: 20)
    #expect([64, 65].contains(wrong.code) && !wrong.output.contains(" signer "), "\(wrong.code) \(wrong.errors)")
  }
}
