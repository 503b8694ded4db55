-- Reads and writes JSON, for which Lightroom has no module.
local Json = {}

local escapes = { ['"'] = '\\"', ['\\'] = '\\\\', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' }

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(sign)
    return escapes[sign] or string.format('\\u%04x', sign:byte())
  end) .. '"'
end

-- A table with names becomes an object, any other a list.
function Json.encode(value)
  if type(value) == 'string' then return quoted(value) end
  if type(value) ~= 'table' then return tostring(value) end
  local parts = {}
  if next(value) ~= nil and #value == 0 then
    for name, one in pairs(value) do parts[#parts + 1] = quoted(name) .. ':' .. Json.encode(one) end
    return '{' .. table.concat(parts, ',') .. '}'
  end
  for _, one in ipairs(value) do parts[#parts + 1] = Json.encode(one) end
  return '[' .. table.concat(parts, ',') .. ']'
end

local function utf8Of(point)
  local function sign(shift) return 0x80 + math.floor(point / shift) % 0x40 end
  if point < 0x80 then return string.char(point) end
  if point < 0x800 then return string.char(0xc0 + math.floor(point / 0x40), sign(1)) end
  if point < 0x10000 then
    return string.char(0xe0 + math.floor(point / 0x1000), sign(0x40), sign(1))
  end
  return string.char(0xf0 + math.floor(point / 0x40000), sign(0x1000), sign(0x40), sign(1))
end

local plain = { b = '\b', f = '\f', n = '\n', r = '\r', t = '\t' }
local constants = { ['true'] = true, ['false'] = false }
local read

local function readText(text, at)
  local parts = {}
  while true do
    local stop = assert(text:find('["\\]', at), 'a text does not end')
    parts[#parts + 1] = text:sub(at, stop - 1)
    if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
    local sign = text:sub(stop + 1, stop + 1)
    at = stop + 2
    if sign == 'u' then
      local point = tonumber(text:sub(at, at + 3), 16)
      at = at + 4
      local low = text:match('^\\u([dD][c-fC-F]%x%x)', at)
      if point >= 0xd800 and point < 0xdc00 and low then
        point = 0x10000 + (point - 0xd800) * 0x400 + tonumber(low, 16) - 0xdc00
        at = at + 6
      end
      parts[#parts + 1] = utf8Of(point)
    else
      parts[#parts + 1] = plain[sign] or sign
    end
  end
end

-- Reads members up to a closing bracket; `one` reads the member at a position and returns its end.
local function readMembers(text, at, last, one)
  local found = {}
  at = text:match('^%s*()', at)
  if text:sub(at, at) == last then return found, at + 1 end
  while true do
    at = one(found, at)
    local sign
    sign, at = text:match('^%s*(.)%s*()', at)
    if sign == last then return found, at end
    assert(sign == ',', 'no comma')
  end
end

function read(text, at)
  local sign
  at, sign = text:match('^%s*()(.)', at)
  if sign == '"' then return readText(text, at + 1) end
  if sign == '[' then
    return readMembers(text, at + 1, ']', function(found, from)
      local stop
      found[#found + 1], stop = read(text, from)
      return stop
    end)
  end
  if sign == '{' then
    return readMembers(text, at + 1, '}', function(found, from)
      local name, colon = readText(text, assert(text:match('^%s*"()', from), 'no name'))
      local stop
      found[name], stop = read(text, assert(text:match('^%s*:()', colon), 'no colon'))
      return stop
    end)
  end
  local word, stop = text:match('^([%w.+-]+)()', at)
  if constants[word] ~= nil then return constants[word], stop end
  if word == 'null' then return nil, stop end
  return assert(tonumber(word), 'no value'), stop
end

-- Returns nil for anything but JSON. Null is nil too.
function Json.decode(text)
  if type(text) ~= 'string' or not text:match('%S') then return nil end
  local isRead, value = pcall(read, text, 1)
  if isRead then return value end
  return nil
end

return Json
