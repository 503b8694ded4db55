-- A stub of Lightroom's SDK without its catalogue. Tasks are coroutines: calls yield where they do in Lightroom, so a bare
-- pcall around one fails here too. HTTP goes through curl.
local Sdk = { pace = 0.1, messages = {}, passwords = {}, folder = os.getenv('CATALOGUE_FOLDER') }

function Sdk.copy(from, to)
  local source, target = assert(io.open(from, 'rb')), assert(io.open(to, 'wb'))
  target:write(source:read('*a'))
  source:close()
  target:close()
end

local function shell(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function curl(method, url, headers, timeout, body)
  coroutine.yield('http')
  local words = { 'curl -s --max-time', timeout, '-X', method, shell(url) }
  for _, one in ipairs(headers) do words[#words + 1] = '-H ' .. shell(one.field .. ': ' .. one.value) end
  if body then
    local path = Sdk.folder .. '/body'
    local file = assert(io.open(path, 'wb'))
    file:write(body)
    file:close()
    words[#words + 1] = '--data-binary @' .. shell(path)
  end
  words[#words + 1] = [[-w '\n%{exitcode} %{http_code} %header{retry-after}']]
  local pipe = io.popen(table.concat(words, ' '))
  local text, exit, status, wait = pipe:read('*a'):match('^(.*)\n(%d+) (%d+) (.*)$')
  pipe:close()
  if exit ~= '0' then return nil, { error = { errorCode = 'networkConnectionLost', name = 'curl ' .. exit } } end
  return text, { status = tonumber(status), { field = 'Retry-After', value = wait } }
end

-- A property table: a change calls its observer.
function Sdk.propertyTable(values)
  local observers = {}
  function values.addObserver(_, name, act) observers[name] = act end
  local function set(_, name, value)
    values[name] = value
    if observers[name] then observers[name]() end
  end
  return setmetatable({}, { __index = values, __newindex = set })
end

-- Controls are plain tables; the last one of each kind is kept.
Sdk.factory = setmetatable({}, {
  __index = function(factory, kind)
    return function(_, described)
      factory['last_' .. kind] = described
      return described
    end
  end,
})

-- Runs a task to its end. Returns the sentence of a user error.
function Sdk.run(task)
  local thread = coroutine.create(task)
  repeat
    local isFine, told = coroutine.resume(thread)
    if type(told) == 'table' then return told.text end
    if not isFine then error(debug.traceback(thread, told), 0) end
  until coroutine.status(thread) == 'dead'
  return ''
end

local uuids = 0
local modules = {
  LrHttp = {
    get = function(url, headers, timeout) return curl('GET', url, headers, timeout) end,
    post = function(url, body, headers, method, timeout, size)
      assert(size == #body, 'the size is that of the body')
      return curl(method, url, headers, timeout, body)
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
      return string.format('%s-%04d', Sdk.folder:match('[^/]*$'), uuids)
    end,
  },
  LrView = { bind = function(name) return { bound = name } end, share = function(name) return name end },
  LrLocalization = { currentLanguage = function() return os.getenv('LANGUAGE_OF_LIGHTROOM') end },
  LrApplication = { activeCatalog = function() return Sdk.catalogue end },
}

function import(name) return assert(modules[name], name .. ' is not stubbed') end

return Sdk
