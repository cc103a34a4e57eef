// must-not-compile: binary operator '==' cannot be applied to two 'Secret' operands
import Redaction

func use(_ left: borrowing Secret, _ right: borrowing Secret) -> Bool {
  left == right
}
