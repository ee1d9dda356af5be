import Testing

/// The arrows between targets, held by reading the sources.
@Suite struct LayeringTests {
  let arrows = Arrows.package

  @Test func `a target imports only what its row in the table allows`() throws {
    for file in try PackageFiles.files(under: "Sources", extensions: ["swift"]) {
      for module in ImportScanner.modules(inSwift: file.lines) {
        let objection = arrows.objection(to: module, in: file.target)
        #expect(objection == nil, "\(file)")
      }
    }
  }

  @Test func `a C file includes its own headers, the system's, and no library but its own`() throws
  {
    for file in try PackageFiles.files(under: "Sources", extensions: ["c", "h"]) {
      for header in ImportScanner.headers(inC: file.lines) {
        let objection = arrows.objection(toHeader: header, in: file.target)
        #expect(objection == nil, "\(file)")
        // A path upwards would reach into another target unseen.
        // (Lua's own sources lie outside of every target.)
        let isLuaSource = file.target == "CLua" && header.contains("/../Vendor/lua/")
        #expect(!header.contains("..") || isLuaSource, "\(file) includes \(header)")
      }
    }
  }

  @Test func `Package.swift declares what the table allows and nothing else`() throws {
    let manifest = PackageManifest(try PackageFiles.file("Package.swift").text)
    try #require(manifest.targets.count > 5)
    for target in manifest.targets where target.kind != "testTarget" {
      for dependency in target.dependencies {
        let objection = arrows.objection(to: dependency, in: target.name)
        #expect(objection == nil, "Package.swift")
      }
    }
  }

  @Test func `every target of the package declares each module of the package that it imports`()
    throws
  {
    let manifest = PackageManifest(try PackageFiles.file("Package.swift").text)
    let names = Set(manifest.targets.map(\.name))
    for folder in ["Sources", "Tests"] {
      for file in try PackageFiles.files(under: folder, extensions: ["swift"]) {
        // Compiled by a script of its own, because it stands in for modules of the system.
        if Self.besidePackage.contains(file.target) { continue }
        let target = try #require(
          manifest.targets.first { $0.name == file.target }, "\(file) is in no declared target")
        for module in ImportScanner.modules(inSwift: file.lines) where names.contains(module) {
          #expect(
            target.dependencies.contains(module) || module == target.name,
            "\(file) imports \(module), which Package.swift does not declare for \(target.name)")
        }
      }
    }
  }

  /// Declarations that stand in for Apple's frameworks, compiled beside the package and not in it.
  private static let besidePackage: Set<String> = ["AppleSurface"]

  @Test func `every declared target has its folder, and every folder its target`() throws {
    let manifest = PackageManifest(try PackageFiles.file("Package.swift").text)
    let sources = try PackageFiles.files(
      under: "Sources", extensions: ["swift", "c", "h", "modulemap"])
    let tests = try PackageFiles.files(under: "Tests", extensions: ["swift", "c"])
      .filter { !Self.besidePackage.contains($0.target) }
    let declaredSources = manifest.targets.filter { !$0.isForTests }.map(\.name)
    let declaredTests = manifest.targets.filter(\.isForTests).map(\.name)
    #expect(Set(sources.map(\.target)) == Set(declaredSources))
    #expect(Set(tests.map(\.target)) == Set(declaredTests))
  }

  @Test func `no test uses XCTest`() throws {
    for file in try PackageFiles.files(under: "Tests", extensions: ["swift"]) {
      #expect(!ImportScanner.modules(inSwift: file.lines).contains("XCTest"), "\(file)")
    }
  }

  // The arrows are only as good as the reader of the imports.
  @Test(arguments: [
    ("import Notifications", ["Notifications"]),
    ("  @_exported public import Notifications", ["Notifications"]),
    ("@testable import struct LuaSandbox.World", ["LuaSandbox"]),
    ("@_spi(Testing) package import ContainerStore  // reason", ["ContainerStore"]),
    ("// import Foundation", []),
    ("/// import Foundation", []),
    ("let text = \"\"\"\nimport Foundation\n\"\"\"\nimport Glibc", ["Glibc"]),
    ("important()", []),
  ])
  func `the import reader finds exactly the modules`(source: String, modules: [String]) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(ImportScanner.modules(inSwift: lines) == modules)
  }

  @Test(arguments: [
    ("LuaSandbox", "ContainerStore"),
    ("ContainerStore", "LuaSandbox"),
    ("Notifications", "Foundation"),
    ("ActionPlugins", "CSandbox"),
    ("PlugrunCommands", "FoundationNetworking"),
    ("plugrun", "ActionPlugins"),
    ("Notifications", "Logging"),
    ("Helpers", "Notifications"),
  ])
  func `a forbidden arrow is found`(target: String, module: String) {
    #expect(arrows.objection(to: module, in: target) != nil)
  }

  @Test(arguments: [
    ("#include <lua.h>", "ContainerStore"),
    ("  #  include <sqlite3.h>", "CSandbox"),
  ])
  func `a forbidden header is found`(line: Substring, target: String) throws {
    let header = try #require(ImportScanner.headers(inC: [line]).first)
    #expect(arrows.objection(toHeader: header, in: target) != nil)
  }
}
