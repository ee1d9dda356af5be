/// What `lua5.4` runs against `plugrun run`: a JSON reader, the handler, what it asked for.
enum ColdRunScript {
  /// One `lua5.4` process that reads the response and runs the bundle's handler.
  static func process(_ bundle: TemporaryBundle, response: String) throws -> CommandLineOfProcess {
    let script = try bundle.write(text, to: "floor.lua")
    let process = CommandLineOfProcess(
      ["lua5.4", script, response, "\(bundle.path)/bench/reply.lua"])
    guard process.run() == 0 else {
      throw Skip(reason: "lua5.4 is not installed: apt-get install lua5.4")
    }
    return process
  }

  static let text = #"""
    local read

    local escapes = {
      b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
      ["/"] = "/", ["\\"] = "\\", ['"'] = '"',
    }

    local function unescaped(text)
      if not text:find("\\", 1, true) then return text end
      text = text:gsub("\\u(%x%x%x%x)", function(digits)
        return utf8.char(tonumber(digits, 16))
      end)
      return (text:gsub("\\(.)", escapes))
    end

    local function readString(text, at)
      local from = at
      while true do
        at = text:find('["\\]', at)
        if text:sub(at, at) == '"' then return unescaped(text:sub(from, at - 1)), at + 1 end
        at = at + 2
      end
    end

    local function readItems(text, at, close, readItem)
      local value = {}
      at = text:match("^%s*()", at)
      if text:sub(at, at) == close then return value, at + 1 end
      while true do
        at = readItem(value, at)
        local mark
        mark, at = text:match("^%s*([,%]}])%s*()", at)
        if mark == close then return value, at end
        assert(mark == ",", "JSON")
      end
    end

    function read(text, at)
      at = text:match("^%s*()", at)
      local first = text:sub(at, at)
      if first == '"' then return readString(text, at + 1) end
      if first == "{" then
        return readItems(text, at + 1, "}", function(value, at)
          local key
          key, at = readString(text, at + 1)
          at = text:match("^%s*:()", at)
          value[key], at = read(text, at)
          return at
        end)
      end
      if first == "[" then
        return readItems(text, at + 1, "]", function(value, at)
          value[#value + 1], at = read(text, at)
          return at
        end)
      end
      local word, rest = text:match("^(%a+)()", at)
      if word then return word == "true" or nil, rest end
      local number, after = text:match("^([%d%.eE+-]+)()", at)
      return tonumber(number), after
    end

    local effects = {}
    local function effect(...) effects[#effects + 1] = { ... } end
    reply = { send = effect }
    storage = { get = function() end, set = effect }
    log = { info = effect }

    local file = assert(io.open(arg[1], "rb"))
    local response = read(file:read("a"), 1)
    file:close()
    print(dofile(arg[2])(response), #effects)
    """#
}
