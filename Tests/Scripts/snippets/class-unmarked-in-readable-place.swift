// must-not-compile: requires that 'Unmarked' conform to 'NonSensitiveValue'
import Redaction

struct Unmarked {}
func cache<Value: NonSensitiveValue>(_ value: Value) {}

func use() { cache(Unmarked()) }
