// must-not-compile: conform to 'CacheableValue'
import DataLifecycle
import Foundation
import Redaction

struct Diagnosis: SensitiveValue, Codable, Sendable { var text: String }

func keep(_ diagnosis: Diagnosis, in cache: ResponseCache) throws {
  try cache.store(diagnosis, for: "diagnosis", now: .now)
}
