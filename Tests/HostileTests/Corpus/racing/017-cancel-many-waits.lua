-- expect: cancelled | cancelled between thousands of short waits
-- cancel: 30
while true do host.echo(1) end
