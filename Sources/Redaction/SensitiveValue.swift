/// A type whose values tell something about a person: APIs for readable places do not accept it.
public protocol SensitiveValue: Classified, ~Copyable where Class == SensitiveData {}
