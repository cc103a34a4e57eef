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

/// The two classes; only this module has any.
public protocol DataClass {}

/// The class of values that tell something about a person.
public enum SensitiveData: DataClass {}
/// The class of values that tell nothing about anybody.
public enum NonSensitiveData: DataClass {}

/// A type whose values tell something about a person: APIs for readable places do not accept it.
public protocol SensitiveValue: Classified, ~Copyable where Class == SensitiveData {}

/// A type whose values tell nothing about anybody. Whoever writes the mark answers for it.
public protocol NonSensitiveValue: Classified, ~Copyable where Class == NonSensitiveData {}
