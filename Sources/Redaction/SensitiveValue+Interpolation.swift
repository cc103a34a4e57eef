/// A ``SensitiveValue`` in a text does not compile: "ambiguous use of 'appendInterpolation'". Print what tells nothing of
/// the person, field by field.
///
/// An unavailable method would not do, as the compiler then takes the one that fits every type; of two that fit equally
/// well it takes none. They are never called, and write nothing. A file that is compiled with `MemberImportVisibility` has
/// to import this module for it.
///
/// Not covered: what holds such a value (an array, an optional one of an optional one, `(any SensitiveValue)?`), a type that
/// is a `TextOutputStreamable`, and texts of other modules, as far as they take any type. `os.Logger` takes a type that has
/// a `description`, and writes that.
extension DefaultStringInterpolation {
  /// One of two: a sensitive value has no text.
  public mutating func appendInterpolation(_ value: some SensitiveValue) {}
  /// The other one.
  public mutating func appendInterpolation(_ value: some SensitiveValue) -> SensitiveData.Type { SensitiveData.self }
  /// One of two: a sensitive value has no text, whether there is one or not.
  public mutating func appendInterpolation(_ value: (some SensitiveValue)?) {}
  /// The other one.
  public mutating func appendInterpolation(_ value: (some SensitiveValue)?) -> SensitiveData.Type { SensitiveData.self }
  /// One of two: a sensitive value has no text, also where there is another one for its absence.
  public mutating func appendInterpolation(
    _ value: (some SensitiveValue)?, default text: @autoclosure () -> some StringProtocol
  ) {}
  /// The other one.
  public mutating func appendInterpolation(
    _ value: (some SensitiveValue)?, default text: @autoclosure () -> some StringProtocol
  ) -> SensitiveData.Type { SensitiveData.self }
}
