#if TPM && os(Linux)
  import Foundation
  import Glibc
  import LinuxSecretFiles
  import Redaction
  import SecretStorage
  import SecurityTesting
  import Testing

  /// A TPM of its own, emulated by swtpm; gone with the test.
  private final class SoftTPM {
    static let program = ["/usr/bin/swtpm", "/usr/local/bin/swtpm"].first { (path: String) in
      access(path, X_OK) == 0
    }

    let place: String
    private let process = Process()
    var transport: String { "swtpm:path=\(place)/socket" }

    init() throws {
      // Short: the path of a socket has at most 107 bytes.
      place = "/tmp/tpm-\(UInt32.random(in: 0 ... .max))"
      try FileManager.default.createDirectory(
        atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try start()
    }

    deinit {
      // It inherits a mask that keeps the gentler signal from it.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      try? FileManager.default.removeItem(atPath: place)
    }

    private func start() throws {
      process.executableURL = URL(filePath: try #require(Self.program))
      process.arguments = [
        "socket", "--tpm2", "--tpmstate", "dir=\(place)", "--server", "type=unixio,path=\(place)/socket", "--ctrl",
        "type=unixio,path=\(place)/socket.ctrl", "--flags", "not-need-init,startup-clear",
      ]
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      try process.run()
      let end = ContinuousClock.now + .seconds(60)
      while access(place + "/socket", F_OK) != 0 || access(place + "/socket.ctrl", F_OK) != 0 {
        try #require(ContinuousClock.now < end && process.isRunning, "swtpm does not come up")
        usleep(2000)
      }
    }
  }

  /// A missing swtpm is a skip with its name, and a failure where tools are required.
  private func hasTPM() -> Bool {
    SoftTPM.program != nil || ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == "1"
  }

  @Suite(.enabled(if: hasTPM(), "no swtpm (apt-get install swtpm)"), .serialized) struct TPMBindingTests {
    @Test("A store under a TPM opens with it, and on no other TPM")
    func otherTPM() async throws {
      let (place, chip, other) = (try Place(), try SoftTPM(), try SoftTPM())
      let binding = try TPMBinding(transport: chip.transport)
      try await put([1], "token", in: place.open(.tpm(binding)))
      #expect(try await bytes("token", in: place.open(.tpm(binding))) == [1])
      let error = #expect(throws: StorageError.self) {
        try place.open(.tpm(TPMBinding(transport: other.transport)))
      }
      guard case .hardwareUnavailable(let code) = error, code != 0 else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(throws: StorageError.rootKeyProtectedOtherwise) { try place.open() }
    }

    @Test("A wrong authorisation is refused by name")
    func authorisation() async throws {
      let (place, chip) = (try Place(), try SoftTPM())
      let right = try TPMBinding(transport: chip.transport, authorisation: Secret(copying: "right".utf8))
      try await put([1], "token", in: place.open(.tpm(right)))
      #expect(try await bytes("token", in: place.open(.tpm(right))) == [1])
      let wrong = try TPMBinding(transport: chip.transport, authorisation: Secret(copying: "wrong".utf8))
      let error = #expect(throws: StorageError.self) { try place.open(.tpm(wrong)) }
      guard case .authenticationFailed = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test("A store made under other conditions than the caller names is refused, weaker and stronger ones alike")
    func otherConditions() async throws {
      let chip = try SoftTPM()
      let conditions: [(registers: [Int], secret: String?)] = [([], nil), ([7], nil), ([7, 16], nil), ([], "value")]
      func binding(_ index: Int) throws -> TPMBinding {
        let (registers, secret) = conditions[index]
        return try TPMBinding(
          transport: chip.transport, authorisation: secret.map { Secret(copying: $0.utf8) }, registers: registers)
      }
      for made in conditions.indices {
        let place = try Place()
        _ = try place.open(.tpm(binding(made)))
        for given in conditions.indices where given != made {
          #expect(throws: StorageError.rootKeyProtectedOtherwise, "\(made) opened as \(given)") {
            try place.open(.tpm(binding(given)))
          }
        }
        #expect(throws: Never.self) { try place.open(.tpm(binding(made))) }
      }
      let place = try Place()
      _ = try place.open(.tpm(TPMBinding(transport: chip.transport, registers: [16, 7, 7])))
      #expect(throws: Never.self, "the order of registers is none") {
        try place.open(.tpm(TPMBinding(transport: chip.transport, registers: [7, 16])))
      }
    }

    @Test("Bound to a register, the key is out of reach once another boot chain has changed it")
    func registers() async throws {
      let (place, chip) = (try Place(), try SoftTPM())
      for secret in ["", "value"] {
        let binding = try TPMBinding(
          transport: chip.transport, authorisation: secret.isEmpty ? nil : Secret(copying: secret.utf8),
          registers: [7, 16])
        let store = try SecretFiles(
          folder: place.root + "/store-\(secret)", protection: .tpm(binding), random: SystemRandomNumberGenerator())
        try await put([1], "token", in: store)
        let again = try SecretFiles(
          folder: place.root + "/store-\(secret)", protection: .tpm(binding), random: SystemRandomNumberGenerator())
        #expect(try await bytes("token", in: again) == [1])
        try extend(16, of: chip)
        #expect(throws: StorageError.self) {
          try SecretFiles(
            folder: place.root + "/store-\(secret)", protection: .tpm(binding), random: SystemRandomNumberGenerator())
        }
      }
    }

    @Test("A store moves from key file to passphrase to TPM, and its items stay")
    func change() async throws {
      let (place, chip) = (try Place(), try SoftTPM())
      let store = try place.open()
      try await put([1], "token", in: store)
      let cost = try #require(PassphraseCost(exponent: 14))
      try await store.changeProtection(to: .passphrase(Secret(copying: "words".utf8), cost: cost))
      let second = try place.open(seed: 2, .passphrase(Secret(copying: "words".utf8)))
      let binding = try TPMBinding(transport: chip.transport)
      try await second.changeProtection(to: .tpm(binding))
      try await second.rotateRootKey()
      #expect(try await bytes("token", in: place.open(seed: 3, .tpm(binding))) == [1])
      #expect(throws: StorageError.rootKeyProtectedOtherwise) { try place.open() }
    }

    @Test("A damaged object is refused by name, at every byte that is ours")
    func damaged() throws {
      let (place, chip) = (try Place(), try SoftTPM())
      let binding = try TPMBinding(transport: chip.transport)
      _ = try place.open(.tpm(binding))
      let whole = try place.get("root.key")
      for index in whole.indices {
        var altered = whole
        altered[index] ^= 1
        try place.put(altered, "root.key")
        #expect(throws: StorageError.self, "byte \(index)") { try place.open(.tpm(binding)) }
      }
    }

    @Test("A TPM that is not there is named, not waited for")
    func absent() throws {
      let place = try Place()
      #expect(throws: StorageError.self) {
        try place.open(.tpm(TPMBinding(transport: "swtpm:path=\(place.root)/nothing")))
      }
      #expect(throws: StorageError.hardwareUnavailable(0)) { _ = try TPMBinding(transport: "", registers: [24]) }
      #expect(throws: StorageError.tooLarge(limit: 32)) {
        _ = try TPMBinding(transport: "", authorisation: Secret(count: 33) { _ in })
      }
    }

    private func extend(_ register: Int, of chip: SoftTPM) throws {
      let tool = Process()
      tool.executableURL = URL(filePath: "/usr/bin/tpm2_pcrextend")
      tool.arguments = ["-T", chip.transport, "\(register):sha256=\(String(repeating: "ab", count: 32))"]
      try tool.run()
      tool.waitUntilExit()
      try #require(tool.terminationStatus == 0)
    }
  }
#endif
