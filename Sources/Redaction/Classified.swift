/// Whether a type's values tell something about a person. A type has one class or none, never both:
///
/// ```swift
/// struct Diagnosis: SensitiveValue {}            // never in a cache, in preferences or in a log
/// struct ColourScheme: NonSensitiveValue {}      // may rest in preferences
/// struct Both: SensitiveValue, NonSensitiveValue {}   // does not compile
/// ```
///
/// A type without a class fits neither place: forgetting the mark keeps a value out, it never lets it in.
public protocol Classified: ~Copyable {
  associatedtype Class: DataClass
}
