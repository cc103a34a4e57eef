import DataLifecycle
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

private struct Broken: Error {}

@Suite struct SensitiveBodyTests {
  @Test("The bytes reach the decoder whole, and the caller's own copy is empty")
  func moves() throws {
    var array: [UInt8] = [1, 2, 3]
    let body = SensitiveBody(moving: &array)
    #expect(array.isEmpty && body.count == 3)
    #expect(body.decodeAndDiscard { Array($0) } == [1, 2, 3])
    var data = Data([4, 5]).dropFirst(0)
    #expect(SensitiveBody(moving: &data).decodeAndDiscard { Array($0) } == [4, 5])
    #expect(data.isEmpty)
    var empty: [UInt8] = []
    #expect(SensitiveBody(moving: &empty).decodeAndDiscard { $0.count } == 0)
  }

  #if os(Linux)
    /// What lies at the address now; nil when nothing is mapped there any more.
    private func memory(at address: UInt, count: Int) -> [UInt8]? {
      let file = open("/proc/self/mem", O_RDONLY)
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: count)
      return pread(file, &bytes, count, off_t(address)) == count ? bytes : nil
    }

    @Test("After decoding the memory does not hold the body any more, whether decoding returned or threw")
    func zeroed() throws {
      for fails in [false, true] {
        let marker = (0..<64).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 13) }
        var bytes = marker
        let body = SensitiveBody(moving: &bytes)
        var address: UInt = 0
        do {
          try body.decodeAndDiscard { raw throws(Broken) in
            address = UInt(bitPattern: raw.baseAddress)
            #expect(memory(at: address, count: 64) == marker, "the probe sees the memory")
            if fails { throw Broken() }
          }
          #expect(!fails)
        } catch { #expect(fails) }
        #expect(memory(at: address, count: 64) != marker)
      }
    }

    @Test("The caller's own buffer is overwritten, not only let go")
    func callersCopy() {
      let marker = (0..<64).map { UInt8(truncatingIfNeeded: $0 &* 11 &+ 5) }
      let pointer = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      defer { pointer.deallocate() }
      pointer.copyMemory(from: marker, byteCount: 64)
      var data = Data(bytesNoCopy: pointer, count: 64, deallocator: .none)
      let body = SensitiveBody(moving: &data)
      #expect(Array(UnsafeRawBufferPointer(start: pointer, count: 64)) == [UInt8](repeating: 0, count: 64))
      #expect(body.decodeAndDiscard { Array($0) } == marker)
    }
  #endif
}
