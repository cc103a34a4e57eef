import SecurityPolicy
import Testing

@Suite struct DurationTextTests {
  @Test(
    "An integer and a unit are a duration",
    arguments: [
      ("0s", 0), ("1s", 1), ("30m", 1800), ("4h", 14400), ("14d", 1_209_600), ("999999999d", 86_399_999_913_600),
    ] as [(String, Int64)])
  func parse(text: String, seconds: Int64) {
    #expect(DurationText.parse(text) == .seconds(seconds))
  }

  @Test(
    "Everything else is none",
    arguments: [
      "", "s", "30", "30 m", " 30m", "30m ", "+30m", "-30m", "030m", "1.5h", "1h30m", "30M", "30min", "1w",
      "1000000000s",
      "٣m", "30ḿ", "30m\u{301}",
    ])
  func refuse(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(
    "The largest unit that divides is written",
    arguments: [
      (0, "0s"), (59, "59s"), (60, "1m"), (3600, "1h"), (86400, "1d"), (90000, "25h"), (5400, "90m"),
    ])
  func format(seconds: Int, text: String) {
    #expect(DurationText.format(.seconds(seconds)) == text)
    #expect(DurationText.parse(text) == .seconds(seconds))
  }

  @Test("Fractions of a second are dropped, and a negative duration does not read back")
  func edges() {
    #expect(DurationText.format(.milliseconds(1999)) == "1s")
    #expect(DurationText.parse(DurationText.format(.seconds(-60))) == nil)
  }
}
