#if os(Linux) || os(Android)

  /// A slot that leads elsewhere than the loader's rules say.
  struct ChangedImport: Sendable {
    /// Empty for a slot that a resolver fills.
    let symbol: String
    let target: UInt
  }

#endif
