import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing

struct InMemoryByteStreamTests {
  @Test("The twin does what every stream must do")
  func conforms() async {
    for (claim, verdict) in await ByteStreamConformance.check({ () throws(NetworkError) in
      InMemoryByteStream(echoes: true)
    }) {
      #expect(verdict == .holds, "\(claim)")
    }
  }

  @Test("What the server sends is read; its goodbye is an end and its breaking off an error")
  func ends() async throws {
    let stream = InMemoryByteStream()
    stream.receive([1, 2])
    stream.end()
    #expect(try await stream.read(upTo: 8) == [1, 2])
    #expect(try await stream.read(upTo: 8) == nil)
    let broken = InMemoryByteStream()
    broken.end(.clientCertificateRefused)
    await #expect(throws: NetworkError.clientCertificateRefused) { try await broken.read(upTo: 8) }
  }
}
