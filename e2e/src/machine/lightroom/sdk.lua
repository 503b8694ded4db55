-- A stub of Lightroom's SDK without its catalogue. Tasks are coroutines: calls yield where they do in Lightroom, so a bare
-- pcall around one fails here too. HTTP goes through curl.
local Sdk = { pace = 0.1, messages = {}, passwords = {} }

local function readAll(path)
  local file = assert(io.open(path, 'rb'))
  local text = file:read('*a')
  file:close()
  return text
end

local function write(path, bytes)
  local file = assert(io.open(path, 'wb'))
  file:write(bytes)
  file:close()
end

local function shell(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function curl(method, url, body, headers, timeout)
  coroutine.yield('http')
  local sent, got, heads = os.tmpname(), os.tmpname(), os.tmpname()
  local words = { 'curl -s -o', got, '-D', heads, '--max-time', timeout, '-X', method }
  for _, one in ipairs(headers) do
    if one.value ~= 'skip' then words[#words + 1] = '-H ' .. shell(one.field .. ': ' .. one.value) end
  end
  if body and body ~= '' then
    write(sent, body)
    words[#words + 1] = '--data-binary @' .. sent
  end
  words[#words + 1] = '-w "%{exitcode} %{http_code}" ' .. shell(url)
  local pipe = io.popen(table.concat(words, ' '))
  local exit, status = pipe:read('*a'):match('(%d+) (%d+)')
  pipe:close()
  local text, info = readAll(got), { status = tonumber(status) }
  for name, value in readAll(heads):gmatch('([%w-]+): ([^\r\n]*)') do
    info[#info + 1] = { field = name, value = value }
  end
  for _, path in ipairs { sent, got, heads } do os.remove(path) end
  if exit ~= '0' then
    return nil, { error = { errorCode = 'networkConnectionLost', name = 'curl ' .. exit } }
  end
  return text, info
end

-- A property table: a change calls its observers.
function Sdk.propertyTable(values)
  local observers = {}
  local own = {
    addObserver = function(_, name, act)
      observers[name] = observers[name] or {}
      table.insert(observers[name], act)
    end,
  }
  return setmetatable({}, {
    __index = function(_, name)
      if own[name] then return own[name] end
      return values[name]
    end,
    __newindex = function(_, name, value)
      values[name] = value
      for _, act in ipairs(observers[name] or {}) do act() end
    end,
  })
end

-- Controls are plain tables.
Sdk.factory = setmetatable({}, {
  __index = function(_, kind)
    return function(_, described)
      described.kind = kind
      return described
    end
  end,
})

-- Runs a task to its end. Returns the sentence of a user error.
function Sdk.run(task)
  local thread = coroutine.create(task)
  while true do
    local isFine, told = coroutine.resume(thread)
    if not isFine then
      if type(told) == 'table' then return told.text end
      error(debug.traceback(thread, told), 0)
    end
    if coroutine.status(thread) == 'dead' then return nil end
  end
end

local uuids = 0
local modules = {
  LrHttp = {
    get = function(url, headers, timeout) return curl('GET', url, nil, headers, timeout) end,
    post = function(url, body, headers, method, timeout, size)
      assert(size == #body, 'the size is that of the body')
      return curl(method or 'POST', url, body, headers, timeout)
    end,
  },
  LrTasks = {
    sleep = function(seconds)
      coroutine.yield('sleep')
      os.execute('sleep ' .. seconds * Sdk.pace)
    end,
    startAsyncTask = function(task) Sdk.started = task end,
  },
  LrErrors = { throwUserError = function(text) error({ text = text }) end },
  LrDialogs = {
    message = function(text) table.insert(Sdk.messages, text) end,
    messageWithDoNotShow = function(asked) table.insert(Sdk.messages, asked.message) end,
  },
  LrFileUtils = { delete = os.remove },
  LrPathUtils = { leafName = function(path) return path:match('[^/]*$') end },
  LrPasswords = {
    store = function(name, password) Sdk.passwords[name] = password end,
    retrieve = function(name) return Sdk.passwords[name] end,
  },
  LrUUID = {
    generateUUID = function()
      uuids = uuids + 1
      return string.format('%s-%04d', os.getenv('CATALOGUE'), uuids)
    end,
  },
  LrView = { bind = function(name) return { bound = name } end, share = function(name) return name end },
  LrLocalization = { currentLanguage = function() return os.getenv('LANGUAGE_OF_LIGHTROOM') end },
  LrApplication = { activeCatalog = function() return Sdk.catalogue end },
}

function import(name) return assert(modules[name], name .. ' is not stubbed') end

Sdk.write = write
Sdk.readAll = readAll
return Sdk
