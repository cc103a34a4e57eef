import Mantlet
import Redaction
import SecretStorage
import Testing
import UntrustedInput

@Suite(.timeLimit(.minutes(15))) struct PINWeaknessTests {
  @Test(
    "A PIN that is refused has words for the person who chose it, in German and English",
    arguments: [
      ("1234", "Diese PIN ist leicht zu erraten.", "This PIN is easy to guess."),
      ("2580", "Diese PIN ist leicht zu erraten.", "This PIN is easy to guess."),
      ("58391704", "Höchstens 6 Zeichen sind erlaubt.", "At most 6 characters are allowed."),
    ])
  func words(text: String, german: String, english: String) async throws {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    guard let pin = PIN(copying: text) else {
      Issue.record("\(text) is no PIN")
      return
    }
    do throws(ShieldError) {
      try await stage.shield.setPIN(pin)
      Issue.record("\(text) was taken")
    } catch {
      guard case .storage(.pinRefused(let weakness)) = error else { throw error }
      #expect(weakness.refusal.message(in: .german) == german && weakness.refusal.message(in: .english) == english)
    }
  }
}
