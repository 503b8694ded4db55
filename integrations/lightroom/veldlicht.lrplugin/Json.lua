-- Reads and writes JSON, for which Lightroom has no module.
local Json = {}

local function quoted(text)
  local function escaped(sign) return string.format('\\u%04x', sign:byte()) end
  return '"' .. text:gsub('[%c"\\]', escaped) .. '"'
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

local function unescaped(text)
  local function one(hex) return utf8Of(tonumber(hex, 16)) end
  local function pair(high, low)
    return utf8Of(0x10000 + (tonumber(high, 16) - 0xd800) * 0x400 + tonumber(low, 16) - 0xdc00)
  end
  text = text:gsub('\\([^u])', function(sign) return plain[sign] or sign end)
  text = text:gsub('\\u([dD][89abAB]%x%x)\\u([dD][c-fC-F]%x%x)', pair)
  return (text:gsub('\\u(%x%x%x%x)', one))
end

local read

-- Reads a list or an object up to its closing bracket. Returns it, and where it ends.
local function readMembers(text, at, last)
  local found = {}
  local stop = text:match('^%s*' .. last .. '()', at)
  while not stop do
    local name, sign = #found + 1, nil
    if last == '}' then
      name, at = read(text, at)
      at = assert(text:match('^%s*:()', at), 'no colon')
    end
    found[name], at = read(text, at)
    sign, at = text:match('^%s*([,%]}])()', at)
    stop = sign == last and at
    assert(stop or sign == ',', 'no comma')
  end
  return found, stop
end

function read(text, at)
  local sign, from = text:match('^%s*(.)()', at)
  if sign == '[' then return readMembers(text, from, ']') end
  if sign == '{' then return readMembers(text, from, '}') end
  if sign == '"' then
    local raw, stop = text:match('^([^"]*)"()', from)
    return unescaped(raw), stop
  end
  local word, stop = text:match('^([%w.+-]+)()', from - 1)
  if word == 'null' then return nil, stop end
  if word == 'true' or word == 'false' then return word == 'true', stop end
  return assert(tonumber(word), 'no value'), stop
end

-- Returns nil for anything but JSON. Null is nil too.
function Json.decode(text)
  if type(text) ~= 'string' then return nil end
  -- Afterwards each quote ends or starts a text, and each backslash starts an escape.
  text = text:gsub('\\\\', '\\u005c'):gsub('\\"', '\\u0022')
  local isRead, value = pcall(read, text, 1)
  return isRead and value or nil
end

return Json
