// must-not-compile: ambiguous use of 'appendInterpolation'
import Logging
import Redaction
import SealedRecords

func use(_ logger: Logger, _ night: SleepLogEntry?) {
  logger.info("\(night)")
}
