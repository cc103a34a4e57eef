// must-not-compile: conform to 'CacheableValue'
import DataLifecycle
import Foundation
import Redaction

struct Answer: Codable, Sendable { var text: String }

func keep(_ answer: Answer, in cache: ResponseCache) throws {
  try cache.store(answer, for: "answer", now: .now)
}
