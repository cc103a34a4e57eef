/// Whether a type's values tell something about a person. A type has one class or none, never both:
///
/// ```swift
/// struct Diagnosis: SensitiveValue {}            // never in a cache or in preferences, and "\(diagnosis)" does not compile
/// struct ColourScheme: NonSensitiveValue {}      // may rest in preferences
/// struct Both: SensitiveValue, NonSensitiveValue {}   // does not compile
/// ```
///
/// Nor does it in the metadata of a log line, with a mark or without one. What prints whatever it is given
/// (`print(diagnosis)`, `dump`, `String(describing:)`, an array of them in a text, an optional one of an optional one) prints
/// a sensitive value, too, unless its type has a `description` of its own, as the entries of `SealedRecords` have. That is
/// what `os.Logger` writes, and what swift-log's `.stringConvertible` and `.attributed` do.
///
/// A type without a class fits neither place: forgetting the mark keeps a value out, it never lets it in.
public protocol Classified: ~Copyable {
  associatedtype Class: DataClass
}
