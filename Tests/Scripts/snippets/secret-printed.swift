// must-not-compile: argument type 'Secret' does not conform to expected type 'Copyable'
import Redaction

func use(_ secret: consuming Secret) {
  print(secret)
}
