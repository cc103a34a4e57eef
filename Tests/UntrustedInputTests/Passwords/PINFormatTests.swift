import Testing
import UntrustedInput

@Suite struct PINFormatTests {
  @Test(
    "Four to six digits of ASCII are a PIN; any other text is none",
    arguments: [
      ("1234", "+"), ("12345", "+"), ("123456", "+"), ("0000", "+"), ("123", "tooShort"), ("", "tooShort"),
      ("1234567", "tooLong"), ("12a4", "notDigits"),
      ("12 4", "notDigits"), ("-123", "notDigits"), ("12.4", "notDigits"), ("١٢", "notDigits"), ("1234\n", "notDigits"),
      ("1234\u{0}", "notDigits"), ("a", "notDigits"), ("/:/:", "notDigits"),
    ])
  func forms(text: String, expected: String) {
    var text = text
    let reason = text.withUTF8 { bytes -> String in
      do throws(InputRefusal) {
        try PINFormat.check(UnsafeRawBufferPointer(bytes))
        return "+"
      } catch {
        // No place: it would be one of a secret.
        #expect(error.place == nil)
        return error.reason.rawValue
      }
    }
    #expect(reason == expected)
  }
}
