import Testing

@testable import PlugrunCommands

@Suite("Quantities")
struct QuantityTests {
  @Test(
    "of time have the unit that suits them",
    arguments: [
      (0, "0 s"), (0.000_000_4, "0 µs"), (0.000_412, "412 µs"), (0.000_999_6, "1 ms"),
      (0.0012, "1.2 ms"), (0.9994, "999.4 ms"), (0.9996, "1 s"), (1.5, "1.5 s"), (30, "30 s"),
      (86400, "86400 s"), (1e300, "1e+300 s"),
    ])
  func seconds(_ seconds: Double, _ text: String) {
    #expect(Quantity.seconds(seconds) == text)
  }

  @Test(
    "of memory have the unit that suits them",
    arguments: [
      (0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (31232, "30.5 KiB"), (8 << 20, "8 MiB"),
      (16 << 30, "16 GiB"), (Int.max, "8589934592 GiB"),
    ])
  func bytes(_ bytes: Int, _ text: String) {
    #expect(Quantity.bytes(bytes) == text)
  }

  @Test(
    "of a limit are a share and a bar",
    arguments: [
      (0, "0.0 %", "░░░░░░░░░░"), (0.004, "0.4 %", "░░░░░░░░░░"), (0.5, "50.0 %", "█████░░░░░"),
      (1, "100.0 %", "██████████"), (1.234, "123.4 %", "██████████"),
    ])
  func shares(_ share: Double, _ percent: String, _ bar: String) {
    #expect(Quantity.percent(share) == percent)
    #expect(Quantity.bar(share) == bar)
  }

  @Test("without a meaning do no harm", arguments: [Double.nan, .infinity, -.infinity])
  func nonsense(_ number: Double) {
    #expect(!Quantity.seconds(number).isEmpty)
    #expect(!Quantity.percent(number).isEmpty)
    #expect(Quantity.bar(number).count == 10)
  }
}
