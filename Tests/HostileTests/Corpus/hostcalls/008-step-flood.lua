-- expect: memory | answers of the host that are recorded without end
-- accept: timeout
local text = ("x"):rep(30000)
for i = 1, 1e6 do host.echo(text, i) end
