// must-not-compile: ambiguous use of 'appendInterpolation'
import Redaction

struct Diagnosis: SensitiveValue { var text: String }

func use(_ diagnosis: Diagnosis) -> String {
  "\(diagnosis)"
}
