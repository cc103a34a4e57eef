#if DEBUG
  public import Logging

  /// Writes requests and answers to a log while an app is developed: method, path, status, allowed header fields and the
  /// masked beginning of bodies.
  ///
  /// Not part of a release build: `DEBUG` is set where the app builds in its debug configuration, because a package is
  /// built in the configuration of the app. A call has to stand inside `#if DEBUG` too, which makes forgetting it a
  /// compile error and no leak.
  ///
  /// - Protects against: secrets in header fields that are not on the list, in JSON members and queries with a telling
  ///   name, and in every form that ``MaskingRules`` knows.
  /// - Does not protect against: health data and free text in bodies. Bodies are off unless asked for.
  ///
  /// Source: O.Source_3, O.Source_8; MASVS-STORAGE-2.
  public struct NetworkDebugLog: Sendable {
    /// Header fields that tell nothing about a person; of all others only the name is printed.
    public static let harmlessFields: Set<String> = [
      "accept", "accept-encoding", "accept-language", "age", "cache-control", "connection", "content-encoding",
      "content-language", "content-length", "content-type", "date", "retry-after", "server", "transfer-encoding",
      "vary",
    ]

    /// How far beyond what is printed a body is looked at.
    private static let margin = 64 << 10

    private let logger: Logger
    private let allowed: Set<String>
    private let bodyBytes: Int
    private let rules: MaskingRules

    /// - Parameters:
    ///   - allowedFields: names of header fields in lower case whose values are printed, masked.
    ///   - bodyBytes: how much of a body is printed; 0 prints its length only.
    public init(
      _ logger: Logger, allowedFields: Set<String> = harmlessFields, bodyBytes: Int = 0,
      rules: MaskingRules = MaskingRules()
    ) {
      self.logger = logger
      allowed = allowedFields
      self.bodyBytes = max(0, bodyBytes)
      self.rules = rules
    }

    /// Writes what is about to be sent.
    public func request(_ method: String, _ address: String, fields: [(name: String, value: String)], body: [UInt8]) {
      write("> \(clean(method)) \(clean(address))", fields, body)
    }

    /// Writes what came back.
    public func response(_ status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
      write("< \(status)", fields, body)
    }

    private func write(_ head: String, _ fields: [(name: String, value: String)], _ body: [UInt8]) {
      // O.Source_8#802
      let lines = fields.map { field in
        let name = clean(field.name)
        guard allowed.contains(field.name.lowercased()) else { return "\(name): <masked>" }
        // Together, so that a name that tells of a secret masks its value whatever the list says.
        return clean("\(field.name): \(field.value)")
      }
      let text = ([head] + lines + [shown(body)]).filter { !$0.isEmpty }.joined(separator: " | ")
      logger.debug("\(text)")
    }

    /// Masks before it cuts: half a token is no token any more, and would show.
    private func shown(_ body: [UInt8]) -> String {
      guard !body.isEmpty else { return "" }
      guard bodyBytes > 0 else { return "\(body.count) bytes" }
      guard let text = String(validating: body, as: UTF8.self) else { return "\(body.count) bytes, not text" }
      // A rule may look a little further than what is printed; more of a large body is not looked at.
      let window = String(decoding: text.utf8.prefix(bodyBytes + Self.margin), as: UTF8.self)
      let masked = rules.mask(window)
      // Where the window ends inside of a secret no rule knows it: what is near its end is not printed.
      let isTorn = window.utf8.count < text.utf8.count
      let limit = isTorn ? min(bodyBytes, max(masked.utf8.count - Self.margin, 0)) : bodyBytes
      let cut = masked.utf8.count > limit
      let shown = cut ? String(decoding: masked.utf8.prefix(limit), as: UTF8.self) + "…" : masked
      return "\(body.count) bytes: " + LineText.escape(shown)
    }

    private func clean(_ text: String) -> String { rules.maskedLine(text) }
  }
#endif
