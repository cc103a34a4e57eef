import DataLifecycle
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing

private struct Note: NonSensitiveValue, Hashable { var text: String }

@Suite struct MemoryCacheTests {
  @Test("It holds as many objects as the policy says, and the least recently used leaves first")
  func limit() {
    let cache = MemoryCache<Int, Note>(StorageRequirement())
    for index in 0..<100 { cache.store(Note(text: "\(index)"), for: index) }
    #expect(cache.value(for: 0) == Note(text: "0"))
    cache.store(Note(text: "new"), for: 100)
    #expect(cache.count == 100)
    #expect(cache.value(for: 1) == nil && cache.value(for: 0) != nil && cache.value(for: 100) != nil)
  }

  @Test("Against a plain model, ten thousand random operations give the same answers")
  func model() {
    var random = SeededGenerator(seed: 3)
    let cache = MemoryCache<Int, Note>(limit: 5)
    var model: [(key: Int, note: Note)] = []
    for step in 0..<10_000 {
      let key = Int.random(in: 0..<12, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        cache.store(Note(text: "\(step)"), for: key)
        if let index = model.firstIndex(where: { $0.key == key }) {
          model.remove(at: index)
        } else if model.count == 5 {
          model.removeFirst()
        }
        model.append((key, Note(text: "\(step)")))
      case 5..<9:
        let index = model.firstIndex { $0.key == key }
        #expect(cache.value(for: key) == index.map { model[$0].note })
        if let index { model.append(model.remove(at: index)) }
      default:
        cache.remove(key)
        model.removeAll { $0.key == key }
      }
      #expect(cache.count == model.count)
    }
  }

  @Test("Pressure and termination empty it", arguments: PressureEvent.allCases)
  func pressure(event: PressureEvent) {
    let cache = MemoryCache<Int, Note>()
    cache.store(Note(text: "a"), for: 1)
    cache.relieve(event)
    #expect(cache.count == 0 && cache.value(for: 1) == nil)
  }

  @Test("A limit of zero keeps nothing")
  func zero() {
    let cache = MemoryCache<Int, Note>(limit: 0)
    cache.store(Note(text: "a"), for: 1)
    #expect(cache.count == 0)
  }
}
