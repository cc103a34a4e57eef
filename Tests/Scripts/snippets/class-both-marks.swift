// must-not-compile: type 'Both' does not conform to protocol 'Classified'
import Redaction

struct Both: SensitiveValue, NonSensitiveValue {}
