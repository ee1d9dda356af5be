/// The scripts that the rows run, on both sides the same text.
enum SampleScripts {
  /// Trims a typed reply, stages it, remembers it, logs.
  static let reply: StaticString = """
    return function(response)
      local text = response.userText:match("^%s*(.-)%s*$")
      if text == "" then return "doNotDismiss" end
      local id = response.notification.request.content.userInfo.messageId
      reply.send { text = text, userInfo = { inReplyTo = id } }
      storage.set("lastReply", { message = id, text = text })
      log.info("reply staged", { message = id, bytes = #text })
      return "dismiss"
    end
    """

  /// Calls, tables, arithmetic, string building: what a script computes with, for some 20 ms.
  static let processor: StaticString = """
    local function fibonacci(n)
      if n < 2 then return n end
      return fibonacci(n - 1) + fibonacci(n - 2)
    end

    local function primes(limit)
      local composite, count = {}, 0
      for i = 2, limit do
        if not composite[i] then
          count = count + 1
          for j = i * i, limit, i do composite[j] = true end
        end
      end
      return count
    end

    local Point = {}
    Point.__index = Point
    function Point:moved(x, y) return setmetatable({ x = self.x + x, y = self.y + y }, Point) end

    return function()
      local sum = fibonacci(22) + primes(20000)
      local point = setmetatable({ x = 0, y = 0.5 }, Point)
      for i = 1, 20000 do point = point:moved(i, i * 0.25) end
      local words = {}
      for i = 1, 5000 do words[#words + 1] = "word" .. i % 97 end
      local text = table.concat(words, " ")
      for word in text:gmatch("%a+%d") do sum = sum + #word end
      table.sort(words)
      return "dismiss", sum, point.x
    end
    """

  /// Waits for a function of the host.
  static let waiting: StaticString = """
    return function(response)
      host.bench.wait()
      return "dismiss"
    end
    """
}
