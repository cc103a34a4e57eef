// compiles
import Logging
import Redaction
import SealedRecords

struct Diagnosis: SensitiveValue { var code: Int }
struct ColourScheme: NonSensitiveValue { var name: String }

func use(_ logger: Logger, _ night: SleepLogEntry, _ diagnosis: Diagnosis, _ scheme: ColourScheme?) {
  logger.info("\(SleepLogEntry.self) \(diagnosis.code)", metadata: ["quality": "\(night.quality)"])
  logger.info("\(String(describing: scheme)) \(type(of: diagnosis))")
}
