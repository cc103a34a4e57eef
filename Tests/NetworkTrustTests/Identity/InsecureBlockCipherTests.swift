import NetworkTrust
import Redaction
import Testing

/// RC2: RFC 2268, section 5. Triple DES: NIST SP 800-67, appendix B.1.
struct InsecureBlockCipherTests {
  @Test(
    "RC2 opens the vectors of its RFC",
    arguments: [
      ([0, 0, 0, 0, 0, 0, 0, 0], 63, 0, 0xEBB7_73F9_9327_8EFF),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 64, .max, 0x278B_27E4_2E2F_0D49),
      ([0x30, 0, 0, 0, 0, 0, 0, 0], 64, 0x1000_0000_0000_0001, 0x3064_9EDF_9BE7_D2C2),
      ([0x88], 64, 0, 0x61A8_A244_ADAC_CCF0),
      ([0x88, 0xBC, 0xA9, 0x0E, 0x90, 0x87, 0x5A], 64, 0, 0x6CCF_4308_974C_267F),
      (
        [0x88, 0xBC, 0xA9, 0x0E, 0x90, 0x87, 0x5A, 0x7F, 0x0F, 0x79, 0xC3, 0x84, 0x62, 0x7B, 0xAF, 0xB2], 128, 0,
        0x2269_552A_B0F8_5CA6
      ),
    ] as [([UInt8], Int, UInt64, UInt64)])
  func rc2(_ key: [UInt8], _ bits: Int, _ plain: UInt64, _ sealed: UInt64) {
    #expect(InsecureRC2(key: Secret(copying: key), effectiveBits: bits).decrypt(sealed) == plain)
  }

  @Test("Triple DES opens the vector of NIST")
  func tripleDES() {
    let key: [UInt8] = [
      0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x01,
      0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x01, 0x23,
    ]
    let cipher = InsecureTripleDES(key: Secret(copying: key))
    let sealed: [UInt64] = [0xA826_FD8C_E53B_855F, 0xCCE2_1C81_1225_6FE6, 0x68D5_C05D_D9B6_B900]
    let plain = sealed.map(cipher.decrypt).flatMap { word in (0..<8).map { UInt8(word >> (56 - 8 * $0) & 0xFF) } }
    #expect(plain == Array("The qufck brown fox jump".utf8))
  }
}
