// compiles
import Logging
import Redaction
import SealedRecords

struct Diagnosis: SensitiveValue { var code: Int }
struct ColourScheme: NonSensitiveValue { var name: String }
struct Unmarked { var name: String }

func use(_ logger: Logger, _ night: SleepLogEntry, _ diagnosis: Diagnosis, _ scheme: ColourScheme?) {
  logger.info("\(SleepLogEntry.self) \(diagnosis.code)", metadata: ["quality": "\(night.quality)"])
  logger.info("\(String(describing: scheme)) \(type(of: diagnosis))")
}

func use(_ logger: Logger, _ diagnosis: Diagnosis?, _ scheme: ColourScheme?, _ unmarked: Unmarked?, _ text: String?) {
  logger.info("\(scheme, default: "none") \(unmarked, default: "none") \(text, default: "none")")
  logger.info("\(diagnosis?.code, default: "none") \(nil as Int?, default: "none")")
  logger.info(
    "seen",
    metadata: [
      "scheme": "\(scheme, default: "none")", "unmarked": "\(unmarked, attributes: [Sensitivity.public])",
      "code": "\(diagnosis?.code, default: "none") \(Diagnosis.self)", "text": "\(text ?? "", attributes: [])",
      "number": "\(1.5, attributes: { $0[Sensitivity.self] = .public })", "list": ["\([1])", "\(Optional(1))"],
    ])
}
