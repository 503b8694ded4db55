-- Client of /api/v1/. Each call returns the answer, or nil and the problem: a sentence in `text`, and `stops` where every
-- other photo would fail too. A cut connection is tried again: every call is idempotent.
local LrHttp = import 'LrHttp'
local LrTasks = import 'LrTasks'
local Json = require 'Json'
local say = require 'Words'

local Api = {}
Api.__index = Api

local VERSION = 1
-- Seconds before each retry.
local PAUSES = { 1, 2, 4, 8, 15, 30, 60 }
local LONGEST_PAUSE = 120
-- Seconds of a call without a body, and bytes per second of a slow line.
local PATIENCE, SLOWEST = 90, 25000
local again = { [408] = true, [425] = true, [429] = true, [502] = true, [503] = true, [504] = true }
-- Failures of the site, not of this photo.
local stopping = { [401] = true, [403] = true, [404] = true, [507] = true }

-- 'example.nl/admin/' → 'https://example.nl'.
function Api.normalise(address)
  local text = (address or ''):gsub('%s', ''):gsub('/admin.*$', ''):gsub('/+$', '')
  if text == '' or text:match('^%a+://') then return text end
  local isHere = text:match('^localhost') or text:match('^127%.')
  return (isHere and 'http://' or 'https://') .. text
end

function Api.new(address, key)
  return setmetatable({ address = Api.normalise(address), key = key or '' }, Api)
end

local function encoded(text)
  return (text:gsub('[^%w._~-]', function(sign) return string.format('%%%02X', sign:byte()) end))
end

local function query(parts)
  local texts = {}
  for name, value in pairs(parts) do texts[#texts + 1] = name .. '=' .. encoded(value) end
  table.sort(texts)
  return '?' .. table.concat(texts, '&')
end

-- Seconds of the header Retry-After, or nil.
local function waitIn(info)
  for _, one in ipairs(info) do
    if one.field and one.field:lower() == 'retry-after' then return tonumber(one.value) end
  end
  return nil
end

-- Turns a response into a problem.
local function problemOf(api, status, told)
  local code = told and told.code
  if not code then
    local isDown = status == nil or again[status] or status == 500
    return { text = say(isDown and 'noAnswer' or 'otherSite', api.address), stops = true, status = status }
  end
  local reason = (told.reason or ''):match('^[%w_]+')
  local text = say(reason) or say(code, api.address) or told.error or say('refusedFor', code)
  local stops = stopping[status] or again[status] or reason == 'unknown_category'
  return { text = text, stops = stops or false, status = status, code = code, reason = reason }
end

local function once(api, method, path, body, kind, timeout)
  local headers = {
    { field = 'Authorization', value = 'Bearer ' .. api.key },
    { field = 'Content-Type', value = kind },
  }
  local url = api.address .. '/api/v1/' .. path
  local text, info
  if method == 'GET' then
    text, info = LrHttp.get(url, headers, timeout)
  else
    text, info = LrHttp.post(url, body, headers, method, timeout, #body)
  end
  info = info or {}
  -- Without a response `info` holds an error and no status.
  local status = not info.error and info.status or nil
  return status, text, waitIn(info)
end

-- Calls until it succeeds or retries can't help. `isOver` says that the photographer cancelled.
local function call(api, method, path, options)
  local body = options.body or ''
  local kind = options.kind or 'application/json'
  local timeout = options.isOnce and 20 or PATIENCE + math.ceil(#body / SLOWEST)
  local pauses = options.isOnce and {} or PAUSES
  for try = 1, #pauses + 1 do
    local status, text, wait = once(api, method, path, body, kind, timeout)
    local told = Json.decode(text)
    if type(told) ~= 'table' then told = nil end
    local isDone = status and status >= 200 and status < 300
    if isDone and (told or status == 204) then return told or {} end
    local mayHelp = status == nil or again[status]
    local isOver = options.isOver and options.isOver()
    if try > #pauses or not mayHelp or isOver then return nil, problemOf(api, status, told) end
    LrTasks.sleep(math.min(math.max(pauses[try], wait or 0), LONGEST_PAUSE))
  end
end

-- Returns the owner, rights and limits of the key. Called first, to report problems before Lightroom renders photos.
function Api:me(isOnce)
  local told, problem = call(self, 'GET', 'me', { isOnce = isOnce })
  if problem and problem.code == 'not_found' then problem.text = say('oldVersion', self.address) end
  if not told then return nil, problem end
  if told.program ~= 'veldlicht' then return nil, { text = say('otherSite', self.address), stops = true } end
  if (told.version or 0) < VERSION then return nil, { text = say('oldVersion', self.address), stops = true } end
  if not told.takesPhotos then return nil, { text = say('inBucket', self.address), stops = true } end
  return told
end

-- `asked`: name, collection, category and status; `bytes`: the JPEG.
function Api:putPhoto(id, asked, bytes, isOver)
  local options = { body = bytes, kind = 'image/jpeg', isOver = isOver }
  return call(self, 'PUT', 'photos/' .. encoded(id) .. query(asked), options)
end

function Api:dropPhoto(id, collection)
  return call(self, 'DELETE', 'photos/' .. encoded(id) .. query { collection = collection }, {})
end

function Api:putSeries(id, title, status)
  return call(self, 'PUT', 'series/' .. encoded(id), { body = Json.encode { title = title, status = status } })
end

function Api:dropSeries(id)
  return call(self, 'DELETE', 'series/' .. encoded(id), {})
end

function Api:order(id, photos)
  return call(self, 'PUT', 'series/' .. encoded(id) .. '/order', { body = Json.encode { photos = photos } })
end

return Api
