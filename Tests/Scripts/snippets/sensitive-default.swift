// must-not-compile: ambiguous use of 'appendInterpolation(_:default:)'
import Redaction

struct Diagnosis: SensitiveValue { var text: String }

func use(_ diagnosis: Diagnosis?) -> String {
  "\(diagnosis, default: "none")"
}
