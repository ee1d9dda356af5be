// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// `PLUGRUN_LUA_SOURCES=1` builds Lua from the folder or symlink `Vendor/lua`, which holds the files
/// of a release's `src` folder, instead of linking the system's library.
let lua: Target =
  Context.environment["PLUGRUN_LUA_SOURCES"] == "1"
  ? .target(
    name: "CLua", path: ".",
    exclude: ["Sources", "Tests", "Plugins", "Examples", "README.md"],
    sources: [
      "lapi", "lauxlib", "lbaselib", "lcode", "lcorolib", "lctype", "ldblib", "ldebug", "ldo",
      "ldump", "lfunc", "lgc", "linit", "liolib", "llex", "lmathlib", "lmem", "loadlib", "lobject",
      "lopcodes", "loslib", "lparser", "lstate", "lstring", "lstrlib", "ltable", "ltablib", "ltm",
      "lundump", "lutf8lib", "lvm", "lzio",
    ].map { "Vendor/lua/\($0).c" },
    publicHeadersPath: "Sources/CLua/sources",
    cSettings: [
      // As Lua's own makefile builds it, and so do the systems.
      .define("LUA_COMPAT_5_3"), .define("LUA_USE_POSIX"),
      .define("LUA_USE_IOS", .when(platforms: [.iOS, .watchOS, .visionOS])),
    ],
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])
  : .systemLibrary(
    name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"]), .brew(["lua"])])

/// `PLUGRUN_FUZZ=1` adds the fuzzing program, which `Tests/Fuzz/run` builds.
let fuzzing: [Target] =
  Context.environment["PLUGRUN_FUZZ"] == "1"
  ? [
    .executableTarget(
      name: "Fuzz",
      dependencies: ["ActionPlugins", "LuaSandbox", "CSandbox", "Notifications"],
      path: "Tests/Fuzz", exclude: ["run"], swiftSettings: strict)
  ] : []

let package = Package(
  name: "plugrun",
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ActionPlugins", targets: ["ActionPlugins"]),
    .library(name: "AppleNotifications", targets: ["AppleNotifications"]),
    .library(name: "WebhookSender", targets: ["WebhookSender"]),
    .executable(name: "plugrun", targets: ["plugrun"]),
    .executable(name: "plugrun-webhook", targets: ["plugrun-webhook"]),
    .executable(name: "plugbench", targets: ["plugbench"]),
  ],
  targets: [
    lua,
    .target(name: "CSandbox", dependencies: ["CLua"]),
    .target(name: "Notifications", swiftSettings: strict),
    .target(
      name: "LuaSandbox", dependencies: ["CSandbox", "Notifications"], swiftSettings: strict),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "ContainerStore", dependencies: ["CSQLite", "Notifications"], swiftSettings: strict),
    .target(
      name: "ActionPlugins", dependencies: ["LuaSandbox", "ContainerStore", "Notifications"],
      swiftSettings: strict),
    .target(
      name: "AppleNotifications", dependencies: ["ActionPlugins"], swiftSettings: strict),
    .target(name: "WebhookSender", dependencies: ["ActionPlugins"], swiftSettings: strict),
    .target(name: "PlugrunCommands", dependencies: ["ActionPlugins"], swiftSettings: strict),
    .executableTarget(
      name: "plugrun", dependencies: ["PlugrunCommands"], swiftSettings: strict),
    // Beside plugrun, which starts without the network stack.
    .executableTarget(
      name: "plugrun-webhook", dependencies: ["WebhookSender", "ActionPlugins"],
      swiftSettings: strict),
    // What plugbench measures against; no part of the product.
    .target(name: "CBenchFloor", dependencies: ["CLua", "CSQLite"]),
    .executableTarget(
      name: "plugbench",
      dependencies: [
        "ActionPlugins", "LuaSandbox", "ContainerStore", "Notifications", "CBenchFloor",
      ],
      swiftSettings: strict),
    .testTarget(name: "PackageTests", dependencies: ["ActionPlugins"], swiftSettings: strict),
    .testTarget(
      name: "NotificationsTests", dependencies: ["Notifications"], swiftSettings: strict),
    .testTarget(
      name: "LuaSandboxTests",
      dependencies: ["LuaSandbox", "CSandbox", "CLua", "Notifications", "SanitizerHints"],
      exclude: ["Library/Cases"], swiftSettings: strict),
    // What ThreadSanitizer does not see by itself. One program holds all tests.
    .target(name: "SanitizerHints", path: "Tests/SanitizerHints"),
    .executableTarget(
      name: "container-driver", dependencies: ["ContainerStore", "Notifications"],
      path: "Tests/container-driver",
      swiftSettings: strict),
    .testTarget(
      name: "ContainerStoreTests",
      dependencies: ["ContainerStore", "Notifications", "CSQLite", "container-driver"],
      swiftSettings: strict),
    .testTarget(
      name: "ActionPluginsTests",
      dependencies: ["ActionPlugins", "ContainerStore", "LuaSandbox", "Notifications"],
      swiftSettings: strict),
    .testTarget(
      name: "AppleNotificationsTests", dependencies: ["AppleNotifications", "ActionPlugins"],
      swiftSettings: strict),
    .testTarget(
      name: "HostileTests",
      dependencies: ["ActionPlugins", "LuaSandbox", "CSandbox", "CLua", "Notifications"],
      exclude: ["Corpus", "Surface.txt"], swiftSettings: strict),
    // A server that tests send replies to.
    .target(name: "LoopbackServer", path: "Tests/LoopbackServer", swiftSettings: strict),
    // Folders that are there for one test.
    .target(name: "TemporaryFiles", path: "Tests/TemporaryFiles", swiftSettings: strict),
    .testTarget(
      name: "WebhookSenderTests",
      dependencies: ["WebhookSender", "ActionPlugins", "LoopbackServer"],
      swiftSettings: strict),
    .testTarget(
      name: "PlugrunCommandsTests",
      dependencies: [
        "PlugrunCommands", "ActionPlugins", "LuaSandbox", "CLua", "Notifications", "TemporaryFiles",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PlugrunTests",
      dependencies: ["plugrun", "plugrun-webhook", "LoopbackServer", "TemporaryFiles"],
      swiftSettings: strict),
  ] + fuzzing,
  cLanguageStandard: .c17
)
