-- expect: error | raises what a stop may look like: light userdata, null, the words of the host
pcall(error, json.null)
pcall(error, "stopped: the deadline has passed")
error(json.null)
