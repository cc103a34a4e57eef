import Crypto
import Mantlet
import SecurityPolicy
import Testing
import TrustWire

@Suite struct DevicePolicyTests {
  @Test("The owner's slice is obeyed")
  func genuine() async throws {
    let slice = try testSlice()
    #expect(try DevicePolicy(verifying: try await signed(slice.bytes), signedBy: policySigner).slice == slice)
  }

  @Test("A foreign signer, a broken signature and another kind of message are not trusted")
  func untrusted() async throws {
    let bytes = try testSlice().bytes
    let foreign = try await signed(bytes, by: P256.Signing.PrivateKey())
    let report = try await signed(bytes, .report)
    let parts = try await signed(bytes).split(separator: ".")
    let other = try await signed(bytes + [32]).split(separator: ".")
    let broken = [parts[0], parts[1], other[2]].joined(separator: ".")
    for compact in [foreign, report, broken, "", "a.b.c"] {
      #expect(throws: ShieldError.policyUntrusted) { try DevicePolicy(verifying: compact, signedBy: policySigner) }
    }
  }

  @Test("The owner's signature does not make another spelling or another text a slice")
  func unreadable() async throws {
    let spelt = try await signed(try testSlice().bytes + [32])
    #expect(throws: ShieldError.policyUnreadable(.notCanonical)) {
      try DevicePolicy(verifying: spelt, signedBy: policySigner)
    }
    let garbage = try await signed(Array("{}".utf8))
    #expect(throws: ShieldError.self) { try DevicePolicy(verifying: garbage, signedBy: policySigner) }
  }
}
