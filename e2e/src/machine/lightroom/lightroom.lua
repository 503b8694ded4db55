-- A catalogue that publishes through the plug-in as Lightroom does. Reads a request as JSON on each line and writes an
-- answer. Its arguments are the folders of this file and of the plug-in.
local here, plugin = arg[1], arg[2]
package.path = here .. '/?.lua;' .. plugin .. '/?.lua'
local Sdk = require 'sdk'
local Json = require 'Json'
local Publish = require 'Publish'
assert(dofile(plugin .. '/Info.lua').LrExportServiceProvider.file == 'Publish.lua')
Publish.getCollectionBehaviorInfo()

local photos, collections, settings = {}, {}, { address = '', category = 'fauna', show = false }

-- Finds a collection as the SDK does.
Sdk.catalogue = {
  getPublishedCollectionByLocalIdentifier = function(_, id)
    return { getRemoteId = function() return collections[id].remoteId end }
  end,
}

local function infoOf(collection)
  return {
    name = collection.name,
    isDefaultCollection = collection.isDefault,
    remoteId = collection.remoteId,
    remoteCollectionId = collection.remoteId,
  }
end

-- Returns the photos that were never published or changed since, and the ids of the published ones, in order.
local function sorted(collection)
  local due, ids = {}, {}
  for _, uuid in ipairs(collection.photos) do
    local known = collection.published[uuid]
    if known then ids[#ids + 1] = uuid end
    if not known or known.isChanged then due[#due + 1] = uuid end
  end
  return due, ids
end

local function renditionOf(collection, uuid, failures)
  local path = Sdk.folder .. '/' .. photos[uuid].name .. '.jpg'
  local published = {}
  return {
    photo = { getRawMetadata = function(_, name) return assert(name == 'uuid') and uuid end },
    waitForRender = function()
      coroutine.yield('render')
      Sdk.copy(Sdk.folder .. '/' .. uuid .. '.jpg', path)
      return true, path
    end,
    recordPublishedPhotoId = function(_, id)
      published.id = id
      collection.published[uuid] = published
    end,
    recordPublishedPhotoUrl = function(_, url)
      assert(published.id, 'the id is recorded before the address')
      collection.photoUrl = url
    end,
    uploadFailed = function(_, text) failures[#failures + 1] = text end,
  }
end

local function contextOf(collection, due, failures)
  return {
    propertyTable = settings,
    publishedCollectionInfo = infoOf(collection),
    exportSession = {
      countRenditions = function() return #due end,
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
        if due[n] then return n, renditionOf(collection, due[n], failures) end
      end
    end,
  }
end

local actions = {}

function actions.pace(asked) Sdk.pace = asked.pace end

-- Describes photos, and marks published ones for republishing where the plug-in watches what changed.
function actions.photos(asked)
  local watched = Publish.metadataThatTriggersRepublish()
  for _, photo in ipairs(asked.photos) do
    local known = photos[photo.uuid] or photo
    photos[photo.uuid] = photo
    local isChanged = watched.caption and known.caption ~= photo.caption
    for _, collection in pairs(isChanged and collections or {}) do
      local published = collection.published[photo.uuid]
      if published then published.isChanged = true end
    end
  end
end

-- Fills in the settings dialog, tests the connection, and closes it with OK.
function actions.connect(asked)
  local dialog = Sdk.propertyTable { address = settings.address }
  Publish.startDialog(dialog)
  Publish.sectionsForTopOfDialog(Sdk.factory, dialog)
  dialog.address = asked.address
  if asked.key then dialog.key = asked.key end
  Sdk.factory.last_push_button.action()
  Sdk.started()
  Publish.endDialog(dialog, 'ok')
  settings.address, settings.show = asked.address, asked.show
  settings.category = asked.category or settings.category
  return { text = dialog.connection, because = dialog.LR_cantExportBecause, key = dialog.key }
end

-- Makes, fills or renames a collection.
function actions.collection(asked)
  local known = collections[asked.id] or { published = {}, name = asked.name }
  local isRenamed = known.name ~= asked.name
  for name, value in pairs(asked) do known[name] = value end
  collections[asked.id] = known
  if isRenamed then Publish.renamePublishedCollection(settings, infoOf(known)) end
end

-- Sends removals, then new and changed photos, then the order, as Lightroom does.
function actions.publish(asked, failures)
  local collection = collections[asked.id]
  local isIn, gone = {}, {}
  for _, uuid in ipairs(collection.photos) do isIn[uuid] = true end
  for uuid in pairs(collection.published) do
    if not isIn[uuid] then gone[#gone + 1] = uuid end
  end
  table.sort(gone)
  local function forget(id) collection.published[id] = nil end
  if #gone > 0 then Publish.deletePhotosFromPublishedCollection(settings, gone, forget, asked.id) end
  local due = sorted(collection)
  if #due > 0 then Publish.processRenderedPhotos({}, contextOf(collection, due, failures)) end
  if collection.order == 'user' and Publish.supportsCustomSortOrder then
    local _, ids = sorted(collection)
    Publish.imposeSortOrderOnPublishedCollection(settings, infoOf(collection), ids)
  end
  return { url = collection.url, photoUrl = collection.photoUrl }
end

function actions.delete(asked)
  Publish.deletePublishedCollection(settings, infoOf(collections[asked.id]))
  collections[asked.id] = nil
end

for line in io.lines() do
  local asked, failures, told = Json.decode(line), {}, {}
  Sdk.messages = {}
  local text = Sdk.run(function() told = actions[asked.act](asked, failures) or {} end)
  local due = collections[asked.id] and sorted(collections[asked.id]) or {}
  local answer = { told = told, due = #due, failures = failures, messages = Sdk.messages, error = text }
  io.write(Json.encode(answer), '\n')
  io.flush()
end
