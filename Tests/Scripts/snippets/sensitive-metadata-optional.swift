// must-not-compile: ambiguous use of 'appendInterpolation'
import Logging
import Redaction

struct Diagnosis: SensitiveValue { var text: String }

func use(_ logger: Logger, _ diagnosis: Diagnosis?) {
  logger.info("seen", metadata: ["diagnosis": ["\(diagnosis)"]])
}
