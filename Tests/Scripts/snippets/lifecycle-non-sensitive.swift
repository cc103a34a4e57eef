// compiles
import DataLifecycle
import Foundation
import Redaction

enum Scheme: String, Codable, NonSensitiveValue { case light, dark }
struct Weather: CacheableValue, Codable { var degrees: Int }

let key = PreferenceKey<Scheme>("scheme")
let memory = MemoryCache<String, Weather>()

func keep(_ weather: Weather, in cache: ResponseCache) throws {
  try cache.store(weather, for: "weather", now: .now)
}

func parse(_ bytes: [UInt8]) -> Int {
  var bytes = bytes
  return SensitiveBody(moving: &bytes).decodeAndDiscard { $0.count }
}
