-- A catalogue that publishes through the plug-in as Lightroom does. Reads a request as JSON on each line and writes an
-- answer. Its arguments are the folders of this file and of the plug-in.
local here, plugin = arg[1], arg[2]
package.path = here .. '/?.lua;' .. plugin .. '/?.lua'
local Sdk = require 'sdk'
local Json = require 'Json'
local Publish = require 'Publish'
assert(dofile(plugin .. '/Info.lua').LrExportServiceProvider.file == 'Publish.lua')

local photos, collections, settings = {}, {}, { address = '', category = '', show = false }
local base = ''

-- Finds a collection as the SDK does.
Sdk.catalogue = {
  getPublishedCollectionByLocalIdentifier = function(_, id)
    return { getRemoteId = function() return collections[id].remoteId end }
  end,
}

local function xml(text) return (text:gsub('[&<>]', { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;' })) end

-- Renders a JPEG with the texts of a photo in XMP.
local function render(photo)
  if photo.isNoPicture then return 'no picture' end
  local keywords = {}
  for _, word in ipairs(photo.keywords) do keywords[#keywords + 1] = '<rdf:li>' .. xml(word) .. '</rdf:li>' end
  local function words(name, text)
    return string.format('<dc:%s><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:%s>', name, xml(text), name)
  end
  local packet = 'http://ns.adobe.com/xap/1.0/\0<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>'
    .. '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    .. '<rdf:Description rdf:about="' .. photo.uuid .. '" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    .. ' xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="' .. photo.date .. 'T06:00:00">'
    .. words('title', photo.title) .. words('description', photo.caption)
    .. '<dc:subject><rdf:Bag>' .. table.concat(keywords) .. '</rdf:Bag></dc:subject>'
    .. '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
  local length = #packet + 2
  local head = string.char(0xff, 0xe1, math.floor(length / 256), length % 256)
  return base:sub(1, 2) .. head .. packet .. base:sub(3)
end

local function contains(list, wanted)
  for _, one in ipairs(list) do
    if one == wanted then return true end
  end
  return false
end

local function infoOf(collection)
  return {
    name = collection.name,
    isDefaultCollection = collection.isDefault,
    remoteId = collection.remoteId,
    remoteCollectionId = collection.remoteId,
  }
end

-- Photos that were never published or changed since.
local function due(collection)
  local list = {}
  for _, uuid in ipairs(collection.photos) do
    local known = collection.published[uuid]
    if not known or known.isChanged then list[#list + 1] = uuid end
  end
  return list
end

local function renditionOf(collection, uuid, failures)
  local path = os.tmpname() .. '.jpg'
  local published = {}
  return {
    photo = { getRawMetadata = function(_, name) return assert(name == 'uuid') and uuid end },
    waitForRender = function()
      coroutine.yield('render')
      Sdk.write(path, render(photos[uuid]))
      return true, path
    end,
    recordPublishedPhotoId = function(_, id)
      published.id = id
      collection.published[uuid] = published
    end,
    recordPublishedPhotoUrl = function(_, url)
      assert(published.id, 'the id is recorded before the address')
      published.url = url
    end,
    uploadFailed = function(_, text) failures[#failures + 1] = text end,
  }
end

local function contextOf(collection, failures)
  local list = due(collection)
  return #list, {
    propertyTable = settings,
    publishedCollectionInfo = infoOf(collection),
    exportSession = {
      countRenditions = function() return #list end,
      recordRemoteCollectionId = function(_, id) collection.remoteId = id end,
      recordRemoteCollectionUrl = function(_, url) collection.url = url end,
    },
    configureProgress = function()
      return { isCanceled = function() return false end, setPortionComplete = function() end }
    end,
    renditions = function()
      local n = 0
      return function()
        n = n + 1
        if list[n] then return n, renditionOf(collection, list[n], failures) end
      end
    end,
  }
end

-- Sends removals, then new and changed photos, then the order, as Lightroom does.
local function publish(collection, failures)
  local gone = {}
  for uuid in pairs(collection.published) do
    if not contains(collection.photos, uuid) then gone[#gone + 1] = uuid end
  end
  table.sort(gone)
  if #gone > 0 then
    local function forget(id) collection.published[id] = nil end
    Publish.deletePhotosFromPublishedCollection(settings, gone, forget, collection.id)
  end
  local count, context = contextOf(collection, failures)
  if count > 0 then Publish.processRenderedPhotos({}, context) end
  if collection.order == 'user' and Publish.supportsCustomSortOrder then
    local ids = {}
    for _, uuid in ipairs(collection.photos) do
      if collection.published[uuid] then ids[#ids + 1] = uuid end
    end
    Publish.imposeSortOrderOnPublishedCollection(settings, infoOf(collection), ids)
  end
end

local watched = Publish.metadataThatTriggersRepublish()
local fields = { title = 'title', caption = 'caption', date = 'dateCreated' }

-- Changes a photo, and marks it for republishing as Lightroom would.
local function describe(photo)
  local known = photos[photo.uuid]
  local isChanged = false
  for field, name in pairs(fields) do
    isChanged = isChanged or (known and known[field] ~= photo[field] and watched[name])
  end
  photos[photo.uuid] = photo
  for _, collection in pairs(collections) do
    local published = collection.published[photo.uuid]
    if published and isChanged then published.isChanged = true end
  end
end

local function findButton(part)
  if type(part) ~= 'table' then return nil end
  if part.kind == 'push_button' then return part end
  for _, one in ipairs(part) do
    local found = findButton(one)
    if found then return found end
  end
end

local actions = {}

function actions.start(asked) base = Sdk.readAll(asked.base) end
function actions.pace(asked) Sdk.pace = asked.pace end
function actions.photos(asked)
  for _, photo in ipairs(asked.photos) do describe(photo) end
end

-- Fills in the settings dialog, tests the connection, and closes it with OK.
function actions.connect(asked)
  local values = { address = settings.address, category = settings.category, show = settings.show }
  local dialog = Sdk.propertyTable(values)
  Publish.startDialog(dialog)
  local sections = Publish.sectionsForTopOfDialog(Sdk.factory, dialog)
  dialog.address = asked.address
  if asked.key then dialog.key = asked.key end
  findButton(sections).action()
  Sdk.started()
  Publish.endDialog(dialog, 'ok')
  settings.address, settings.category = asked.address, asked.category or settings.category
  return { text = dialog.connection, because = dialog.LR_cantExportBecause, key = dialog.key }
end

function actions.collection(asked)
  local known = collections[asked.id] or { published = {} }
  for name, value in pairs(asked) do known[name] = value end
  collections[asked.id] = known
end
function actions.publish(asked, failures) publish(collections[asked.id], failures) end
function actions.rename(asked)
  local info = infoOf(collections[asked.id])
  info.name = asked.name
  Publish.renamePublishedCollection(settings, info)
  collections[asked.id].name = asked.name
end
function actions.delete(asked)
  Publish.deletePublishedCollection(settings, infoOf(collections[asked.id]))
  collections[asked.id] = nil
end
function actions.published(asked)
  local collection = collections[asked.id]
  local list = {}
  for uuid, one in pairs(collection.published) do list[#list + 1] = { uuid = uuid, url = one.url } end
  table.sort(list, function(a, b) return a.uuid < b.uuid end)
  return { photos = list, url = collection.url, due = #due(collection) }
end

for line in io.lines() do
  local asked, failures, told = Json.decode(line), {}, {}
  Sdk.messages = {}
  local text = Sdk.run(function() told = actions[asked.act](asked, failures) or {} end)
  local answer = { told = told, failures = failures, messages = Sdk.messages, error = text or '' }
  io.write(Json.encode(answer), '\n')
  io.flush()
end
