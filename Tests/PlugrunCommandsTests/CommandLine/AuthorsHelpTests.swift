import Testing

@testable import PlugrunCommands

/// The help of the commands for whoever writes plugins, word for word.
@Suite struct AuthorsHelpTests {
  @Test func `help of test`() async {
    let result = await plugrun(["test", "--help"])
    #expect(result.code == .asExpected)
    #expect(result.errors == "")
    #expect(
      result.output == """
        Run the tests of bundles and show what differs.

        Usage: plugrun test [PATH...] [OPTIONS]

          [PATH...]  a folder of bundles, one bundle, or a file of its tests (default:
                     --plugins)

        Options:
          --plugins DIR         a folder of bundles, or one bundle (default: Plugins)
          --filter TEXT         only the cases whose name or file has this text in it
          --near-limit PERCENT  a case also fails where it uses more than this share of
                                its time or memory
          --orders N            run each case with N orders of tables, because 'pairs'
                                promises none (default: 1)
          --update              show what differs, then write what happened into the
                                files as the expectation
          --junit FILE          also write a report for build servers, as JUnit XML
          --format text|json    how the report is printed (default: text)
          --tz NAME             the time zone that scripts see, such as Europe/Berlin
                                (default: UTC)
          --help                show this help

        A bundle's tests are the files tests/*.json. Each case has a container of its
        own, a clock that stands still, a fixed seed, and waits that nobody waits for.

        Exit codes:
          0  every case came as expected
          1  a case ended otherwise
          2  the command line is wrong
          3  a case, a bundle or a path cannot be used
          4  a report, an updated file or the output cannot be written

        Examples:
          # all bundles in Plugins
          plugrun test
          # some cases of one bundle
          plugrun test Plugins/messages --filter locked

        """)
  }

  @Test func `help of replay`() async {
    let result = await plugrun(["replay", "--help"])
    #expect(result.code == .asExpected)
    #expect(result.errors == "")
    #expect(
      result.output == """
        Run responses, one a line, and print what came of each.

        Usage: plugrun replay FILE [OPTIONS]

          FILE  responses as JSON, one a line; '-' reads standard input

        Options:
          --jobs N               how many run at a time; those of one thread never do
                                 (default: 1)
          --strict               stop at the first line that is no response
          --plugins DIR          a folder of bundles, or one bundle (default: Plugins)
          --container DIR        where values, files, responses and replies are kept,
                                 for later runs too; the last part of the path is
                                 created (default: nothing is kept)
          --again                run a response that was handled before as a new
                                 delivery
          --lenient              accept trailing commas, comments and a byte-order mark
                                 in JSON
          --now DATE             where the clock starts, ISO 8601 (default: now)
          --seed N               the seed of math.random and of the order of 'pairs', so
                                 that runs are alike (default: another one each time)
          --budget SECONDS       the host's ceiling for a handler's time (default: 30)
          --memory BYTES         the host's ceiling for a handler's memory (default:
                                 8MiB)
          --tz NAME              the time zone that scripts see, such as Europe/Berlin
                                 (default: the system's)
          --locked               the device is locked
          --authenticate yes|no  what the person answers when asked to unlock (default:
                                 yes)
          --host FILE            canned answers of host functions, as JSON
          --reply-to URL         where replies are posted as JSON, with an
                                 Idempotency-Key (default: replies are recorded and
                                 shown)
          --fail-replies offline|rejected
                                 deliver no reply, for this reason (default: replies are
                                 recorded and shown)
          --format text|json     an object a line, or a line for people (default: json)
          --help                 show this help

        Results go to standard output in the order of the lines, a summary to standard
        error. Each is an outcome with its line's number under "line", because empty
        lines are passed over. A line that is no response gives {"line": 17, "outcome":
        null, "error": {...}} in its place.

        Ends with the highest code that any of the lines would end with. Ctrl-C stops
        what runs, and ends as if the rest of the lines were not there.

        Exit codes:
          0  every line as expected: completed, or a dismissal without a handler
          1  another outcome of a handler
          2  the command line is wrong
          3  a line that is no response or is unrouted, or a file that cannot be used
          4  the host's own part failed: a container, a full disk, the output

        Examples:
          # what came of each, an object a line
          plugrun replay responses.jsonl
          # eight at a time
          zcat log.gz | plugrun replay - --jobs 8 > outcomes.jsonl

        """)
  }

  @Test func `help of new`() async {
    let result = await plugrun(["new", "--help"])
    #expect(result.code == .asExpected)
    #expect(result.errors == "")
    #expect(
      result.output == """
        Make a bundle to start from, with tests that pass.

        Usage: plugrun new NAME [OPTIONS]

          NAME  the bundle's folder: letters, digits, '_' and '-'

        Options:
          --plugins DIR  the folder to make it in, itself created if need be (default:
                         Plugins)
          --help         show this help

        Asks nothing. What exists already stays as it is, and ends with 3.

        Exit codes:
          0  the bundle is made
          2  the command line is wrong
          3  there is something of this name already
          4  the bundle cannot be written

        Examples:
          # make one and try it
          plugrun new greeting && plugrun test

        """)
  }
}
