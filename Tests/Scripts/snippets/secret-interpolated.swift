// must-not-compile: no exact matches in call to instance method 'appendInterpolation'
import Redaction

func use(_ secret: borrowing Secret) -> String {
  "\(secret)"
}
