/// Whether a type's values tell something about a person. A type has one class or none, never both:
///
/// ```swift
/// struct Diagnosis: SensitiveValue {}            // never in a cache or in preferences, and "\(diagnosis)" does not compile
/// struct ColourScheme: NonSensitiveValue {}      // may rest in preferences
/// struct Both: SensitiveValue, NonSensitiveValue {}   // does not compile
/// ```
///
/// What prints whatever it is given (`print(diagnosis)`, `dump`, `String(describing:)`, an array of them in a text) prints
/// a sensitive value, too, unless its type has a `description` of its own, as the entries of `SealedRecords` have.
///
/// A type without a class fits neither place: forgetting the mark keeps a value out, it never lets it in.
public protocol Classified: ~Copyable {
  associatedtype Class: DataClass
}
