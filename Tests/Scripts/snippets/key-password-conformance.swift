// must-not-compile: a password rests nowhere
import Redaction
import SecretStorage
import SecurityPolicy

extension Password: @retroactive SecretValue {
  public static var dataType: DataType { .authenticationToken }
}
