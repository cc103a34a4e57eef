#if DEBUG
  import Logging
  import Redaction
  import Testing

  /// What nested metadata costs, counted in bytes that are scanned and not in time.
  @Suite struct NestedMetadataWorkTests {
    /// One value beside each level.
    private func nested(_ depth: Int, _ key: String) -> Logger.Metadata {
      let text = "5551234567 is the order"
      let value: Logger.Metadata.Value = "\(text, attributes: [Sensitivity.public])"
      var metadata: Logger.Metadata = ["leaf": value]
      for level in 0..<depth { metadata = ["\(key)\(level % 10)": .dictionary(metadata), "leaf": value] }
      return metadata
    }

    private func scanned(_ metadata: Logger.Metadata) -> Int {
      let (bytes, sink) = (MaskingRules.ScannedBytes(), RedactingLogHandlerTests.Sink())
      let handler = RedactingLogHandler(wrapping: RedactingLogHandlerTests.Recorder(sink: sink), floor: .trace)
      MaskingRules.$scanned.withValue(bytes) {
        Logger(label: "t") { _ in handler }.info("m", metadata: metadata)
      }
      return bytes.value
    }

    @Test(
      "Four times as deep costs four times as much, whatever the keys say", arguments: ["level", "phone_", "x-phone"])
    func linear(key: String) {
      let (small, large) = (scanned(nested(64, key)), scanned(nested(256, key)))
      #expect(small > 64 * 20, "nothing was counted")
      #expect(large < small * 9 / 2, "\(small) and \(large)")
      // A value is looked at by itself and twice with a name, its keys a bounded number of times.
      #expect(large < 256 * 400, "\(large)")
    }

    @Test(
      "A long key is looked at a bounded number of times, however many elements stand under it",
      arguments: [
        .dictionary([:]), .dictionary(["a": "\(1, attributes: [Sensitivity.public])"]),
        "\("5551234567 is the order", attributes: [Sensitivity.public])", "5551234567",
      ] as [Logger.Metadata.Value], ["", "_phone"])
    func elements(element: Logger.Metadata.Value, end: String) {
      let key = String(repeating: "a", count: 8192) + end
      let cost = scanned([key: .array(Array(repeating: element, count: 256))])
      #expect(cost > key.utf8.count, "nothing was counted")
      #expect(cost < key.utf8.count * 4 + 256 * 100, "\(cost)")
    }

    @Test("A number below the name of a telephone number is masked however deep it stands")
    func deep() {
      let sink = RedactingLogHandlerTests.Sink()
      let handler = RedactingLogHandler(wrapping: RedactingLogHandlerTests.Recorder(sink: sink), floor: .trace)
      var metadata: Logger.Metadata = ["leaf": "\("5551234567", attributes: [Sensitivity.public])"]
      for level in 0..<40 { metadata = [level == 30 ? "phone" : "level": .dictionary(metadata)] }
      Logger(label: "t") { _ in handler }.info("m", metadata: metadata)
      #expect(sink.text.contains("<masked>") && !sink.text.contains("5551234567"))
    }
  }
#endif
