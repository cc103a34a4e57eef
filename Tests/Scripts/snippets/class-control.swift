// compiles
import Redaction

struct Diagnosis: SensitiveValue {}
struct ColourScheme: NonSensitiveValue {}

/// A place that only accepts what tells nothing about anybody.
func cache<Value: NonSensitiveValue>(_ value: Value) {}

func use() { cache(ColourScheme()) }
