import ActionPlugins

/// `plugrun container`: look into a container and repair it.
enum ContainerCommand {
  static let command = Command(
    name: "container", summary: "look into a container, and repair it",
    operands: [], options: [], notes: [], examples: [],
    run: { _, environment in
      // Reached by nothing: the group itself is answered where commands are chosen.
      Console(environment, printsJSON: false).fail(
        Diagnostic(UsageError("name a command of 'plugrun container'")))
    },
    subcommands: [
      list, get, set, remove, files, export, outbox, deliver, pending, recover, erase,
    ])

  private static let list = command(
    "list", "list the spaces, or the keys of one",
    operands: [optional(spaceOperand)], badInput: "nothing is kept under the name",
    ContainerSpaces.list)

  private static let get = command(
    "get", "show the value of a key, as JSON", operands: [spaceOperand, keyOperand],
    badInput: "the space has no such key", ContainerSpaces.get)

  private static let set = command(
    "set", "store a value under a key",
    operands: [
      spaceOperand, keyOperand,
      operand("JSON", "the value, such as 1, '\"text\"' or '{\"a\": [1, 2]}'"),
    ], badInput: "the key or the value cannot be stored", ContainerSpaces.set)

  private static let remove = command(
    "remove", "remove a key; one that is absent is no error", operands: [spaceOperand, keyOperand],
    badInput: "there cannot be such a key", ContainerSpaces.remove)

  private static let files = command(
    "files", "list the files of a plugin, with their sizes", operands: [pluginOperand],
    badInput: "nothing is kept of the plugin", ContainerFiles.list)

  private static let export = command(
    "export", "write the files of a plugin into a folder",
    operands: [
      pluginOperand,
      operand("FOLDER", "the folder; it is created, and no file in it is overwritten"),
    ],
    notes: [
      "A file keeps its name, but what could lead out of the folder or hide in it is written as "
        + "percent and two digits; a name that is too long becomes %~ and its SHA-256."
    ], badInput: "nothing is kept of the plugin, or a file of such a name is there already",
    ContainerFiles.export)

  private static let outbox = command(
    "outbox", "list the replies that wait or were refused",
    options: RunOptions.table("now"),
    notes: [
      "Each with its id, its plugin, since when it waits, its tries and the next one. One that was "
        + "refused stays with its text until its plugin is erased, or an app takes it over."
    ], ContainerReplies.list)

  private static let deliver = command(
    "deliver", "try once to deliver every reply that is due",
    options: RunOptions.table("plugins", "now")
      + [
        .value(
          "reply-to", "URL",
          "where replies are posted as JSON, with an Idempotency-Key; needed where a reply waits"),
        .value(
          "fail-replies", "offline|rejected", "deliver no reply, for this reason, instead"),
        .flag("now-all", "try those too that wait for their next try, but not before Retry-After"),
      ],
    notes: [
      "A reply that is finally refused runs its plugin's 'undelivered', so the bundles are needed. "
        + "What still waits is listed as 'outbox' does."
    ],
    exitCodes: [
      (.asExpected, "no reply was refused; some may wait for another try"),
      (.otherOutcome, "a reply was refused"),
      (.wrongCommandLine, ExitCode.wrongCommandLine.meaning),
      (.badInput, "the bundles cannot be used"),
      (.hostFault, unusable),
    ], ContainerReplies.deliver)

  private static let pending = command(
    "pending", "list the responses that were started and have not ended",
    options: RunOptions.table("now"), ContainerResponses.list)

  private static let recover = command(
    "recover", "bring to an end what a process that is gone had begun",
    options: RunOptions.table(
      "plugins", "now", "seed", "budget", "memory", "tz", "authenticate", "host", "reply-to",
      "fail-replies"),
    notes: [
      "A response that is older than a day, or was started twice without an ending, is not run but "
        + "reported. Ends with the highest code that any of the responses would end with."
    ],
    exitCodes: [
      (.asExpected, "every response as expected: completed, or a dismissal without a handler"),
      (.otherOutcome, "another outcome of a handler"),
      (.wrongCommandLine, ExitCode.wrongCommandLine.meaning),
      (.badInput, "the bundles cannot be used, or a response is unrouted"),
      (.hostFault, unusable),
    ], ContainerResponses.recover)

  private static let erase = command(
    "erase", "remove what is kept of a plugin, or everything",
    options: [
      .value(
        "plugin", "ID",
        "its own and its protected space, its files, its responses and replies; shared spaces stay"),
      .flag("all", "everything"),
    ], badInput: "nothing is kept of the plugin", ContainerErasure.erase)

  // MARK: Parts

  private static let spaceOperand = operand(
    "SPACE", "own:PLUGIN, protected:PLUGIN or shared:NAME")
  private static let keyOperand = operand("KEY", "the key, byte for byte")
  private static let pluginOperand = operand("PLUGIN", "the plugin's identifier")

  private static func operand(_ placeholder: String, _ help: String) -> Command.Operand {
    Command.Operand(
      placeholder: placeholder, help: help, missing: "\(placeholder) is missing: \(help)")
  }

  private static func optional(_ operand: Command.Operand) -> Command.Operand {
    var optional = operand
    optional.isOptional = true
    return optional
  }

  /// Options that every one of the commands has.
  private static let common: [Option] =
    [
      .value("container", "DIR", "the container's folder; it must exist")
    ] + RunOptions.table("locked")

  private static let unusable = "the container or the output cannot be used"

  /// A command of the group.
  ///
  /// - Parameters:
  ///   - badInput: When it ends with 3; `nil` where it never does.
  ///   - exitCodes: All its codes, where they are not those of most of these commands.
  private static func command(
    _ name: String, _ summary: String, operands: [Command.Operand] = [], options: [Option] = [],
    notes: [String] = [], badInput: String? = nil,
    exitCodes: [(code: ExitCode, meaning: String)] = [],
    _ run: @escaping @Sendable (ContainerCall) async throws(Diagnostic) -> ExitCode
  ) -> Command {
    Command(
      name: "container \(name)", summary: summary, operands: operands,
      options: common + options
        + [.value("format", "text|json", "how the result is printed (default: text)")],
      notes: notes, examples: [],
      run: { arguments, environment in
        await ContainerCall.make(arguments, in: environment, run)
      },
      exitCodes: exitCodes.isEmpty
        ? [(.asExpected, "it is done"), (.wrongCommandLine, ExitCode.wrongCommandLine.meaning)]
          + (badInput.map { [(.badInput, $0)] } ?? []) + [(.hostFault, unusable)]
        : exitCodes)
  }
}
