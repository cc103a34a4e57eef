// must-not-compile: requires that 'Diagnosis' conform to 'NonSensitiveValue'
import Redaction

struct Diagnosis: SensitiveValue {}
func cache<Value: NonSensitiveValue>(_ value: Value) {}

func use() { cache(Diagnosis()) }
