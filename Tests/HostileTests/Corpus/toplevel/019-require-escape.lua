-- expect: ok | require reaches nothing but the bundle
-- form: file
return function()
  for _, name in ipairs {"io", "os", "debug", "package", "..attack", "/etc/passwd", "harmless.lua", "string", "\0", ("x"):rep(60000), "attack\0", ".", ""} do
    local ok, module = pcall(require, name)
    if ok then error("ESCAPE: require " .. name, 0) end
  end
end
