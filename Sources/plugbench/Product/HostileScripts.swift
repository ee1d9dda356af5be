/// Scripts that do all they can to go on past their deadline.
enum HostileScripts {
  static let all: [StaticString] = [
    "return function() while true do end end",
    // Errors caught.
    "return function() while true do pcall(function() while true do end end) end end",
    "return function() local function loop() while true do end end xpcall(loop, loop) end",
    """
    return function()
      local function again() return pcall(again) end
      while true do pcall(error, setmetatable({}, { __tostring = again })) end
    end
    """,
    // Coroutines.
    """
    return function()
      while true do
        coroutine.wrap(function() for i = 1, 100 do coroutine.yield(i) end end)()
      end
    end
    """,
    """
    return function()
      local function deeper(n)
        if n == 0 then while true do end end
        return coroutine.wrap(function() return deeper(n - 1) end)()
      end
      deeper(50)
    end
    """,
    "return function() while true do local co = coroutine.create(function() end) end end",
    // Long calls into the library.
    """
    return function() return (("a"):rep(40)):find(("a?"):rep(40) .. ("a"):rep(40)) end
    """,
    """
    return function()
      return (("x"):rep(100000)):gsub(".-.-.-.-y", function() end)
    end
    """,
    "return function() while true do (\"\"):rep(1 << 40) end end",
    """
    return function()
      local endless = setmetatable({}, { __index = function() return "" end })
      return table.concat(endless, "", 1, 1 << 40)
    end
    """,
    "return function() return table.move({}, 1, 1 << 40, 2) end",
    """
    return function()
      local items = {}
      for i = 1, 2000 do items[i] = i * 7919 % 2003 end
      table.sort(items, function(a, b) while true do end end)
    end
    """,
    """
    return function()
      return table.unpack(setmetatable({}, { __index = function() while true do end end }), 1, 3)
    end
    """,
    // Allocation under a collector that works all the time.
    "return function() while true do local t = {} for i = 1, 100 do t[i] = { i } end end end",
    "return function() local s = \"\" while true do s = (s .. \"x\"):sub(-1000) end end",
  ]
}
