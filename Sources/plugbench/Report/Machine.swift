import Foundation

/// What the numbers were measured on.
enum Machine {
  /// Processor, number of cores, system.
  static var description: String {
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    return "\(processor ?? "unknown processor"), \(cores) cores, \(system)"
  }

  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The processor's name, where the system has it in a file.
  private static var processor: String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else {
      return nil
    }
    return text.split(separator: "\n")
      .first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
