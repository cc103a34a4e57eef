import SecretStorage
import Testing

@Suite struct PINTests {
  private func isPIN(_ text: String) -> Bool {
    switch PIN(copying: text) {
    case .some: true
    case .none: false
    }
  }

  @Test("4 to 16 digits are a PIN", arguments: ["0000", "123456", "9999999999999999"])
  func accepted(_ text: String) { #expect(isPIN(text)) }

  @Test("Anything else is none", arguments: ["", "123", "12345678901234567", "12 4", "12a4", "1234\n", "٣٣٣٣", "/:/:"])
  func refused(_ text: String) { #expect(!isPIN(text)) }
}
