#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// Android's system properties: of a staged tree the `build.prop` files, of a real device what its property service
  /// answers (apps may not read the files there).
  struct DeviceProperties: Sendable {
    private let staged: Result<[String: String], SystemCallFailure>?

    /// Later files overrule earlier ones.
    private static let files = ["/system/build.prop", "/vendor/build.prop", "/default.prop"]

    init(_ tree: DeviceTree) {
      #if os(Android)
        if !tree.isStaged {
          staged = nil
          return
        }
      #endif
      staged = Result { () throws(SystemCallFailure) in
        var all: [String: String] = [:]
        for file in Self.files {
          guard let bytes = try tree.readIfPresent(file) else { continue }
          all.merge(DeviceTree.assignments(bytes)) { _, later in later }
        }
        return all
      }
    }

    /// Nil or empty when the property is not set.
    func value(_ name: String) throws(SystemCallFailure) -> String? {
      if let staged { return try staged.get()[name] }
      let capacity = 92
      var buffer = [UInt8](repeating: 0, count: capacity)
      let length = buffer.withUnsafeMutableBytes { mantlet_raw_android_property(name, $0.baseAddress) }
      if length < 0 { throw .refused(Int32(-length)) }
      return String(decoding: buffer.prefix(min(length, capacity - 1)), as: UTF8.self)
    }
  }

#endif
