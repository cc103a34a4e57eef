import DataLifecycle
import Foundation
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing

struct Weather: CacheableValue, Codable, Hashable {
  var degrees: Int
}

struct Picture: CacheableValue, Hashable {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
  init?(cachedBytes: [UInt8]) { bytes = cachedBytes }
  var cachedBytes: [UInt8]? { bytes }
}

let start = Date(timeIntervalSince1970: 1_750_000_000)
let minute: TimeInterval = 60
let hour: TimeInterval = 3600
let day: TimeInterval = 86400

/// The standard policy with one type of data in another place.
func requirement(_ type: DataType? = nil, in place: StoragePlace = .nowhere) throws -> StorageRequirement {
  var requirement = StorageRequirement()
  if let type { try requirement.places.choose(place, for: type) }
  return requirement
}

/// A cache of pictures and the folder that it lies in.
struct PictureCase {
  let place: TestFolder
  let keys = InMemoryCacheKeys()
  let wipe: Wipe
  let access: ReadAccess
  let budget: Int

  init(budget: Int = 1 << 20) throws {
    place = try TestFolder()
    (wipe, access) = try NoUserData.access()
    self.budget = budget
  }

  func open(_ requirement: StorageRequirement = StorageRequirement(), now: Date = start, seed: UInt64 = 1) async throws
    -> ImageCache<Picture>
  {
    try await ImageCache.open(
      requirement, folder: place.path + "/images", keys: keys, byteBudget: budget, access: access, now: now,
      random: SeededGenerator(seed: seed))
  }

  func files() throws -> [String] { try place.files(in: "images").filter { $0.hasSuffix(".cached") } }
}
