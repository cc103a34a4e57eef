// must-not-compile: is borrowed and cannot be consumed
import Redaction

func use(_ secret: borrowing Secret) {
  let copy = secret
  _ = copy.count
}
