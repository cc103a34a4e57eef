import SecurityTesting
import Testing

@Suite struct SeededGeneratorTests {
  @Test("The numbers are those of SplitMix64")
  func vector() {
    var generator = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<3).map { _ in generator.next() }
    #expect(numbers == [0x599e_d017_fb08_fc85, 0x2c73_f084_5854_0fa5, 0x883e_bce5_a3f2_7c77])
  }
}
