/// A type whose values tell nothing about anybody. Whoever writes the mark answers for it.
public protocol NonSensitiveValue: Classified, ~Copyable where Class == NonSensitiveData {}
