-- The callbacks of the publish service.
local LrApplication = import 'LrApplication'
local LrDialogs = import 'LrDialogs'
local LrErrors = import 'LrErrors'
local LrFileUtils = import 'LrFileUtils'
local LrPathUtils = import 'LrPathUtils'
local LrPasswords = import 'LrPasswords'
local LrTasks = import 'LrTasks'
local LrUUID = import 'LrUUID'
local LrView = import 'LrView'
local Api = require 'Api'
local say = require 'Words'

local Publish = {}

Publish.supportsIncrementalPublish = 'only'
Publish.allowFileFormats = { 'JPEG' }
Publish.canExportVideo = false
Publish.hidePrintResolution = true
-- The texts of a photo travel in its metadata, so nobody may reduce that.
Publish.hideSections = { 'exportLocation', 'fileNaming', 'metadata', 'video' }
Publish.exportPresetFields = {
  { key = 'address', default = '' },
  { key = 'category', default = '' },
  { key = 'show', default = false },
}
Publish.supportsCustomSortOrder = true
Publish.titleForPublishedCollection = say 'series'
Publish.titleForPublishedCollection_standalone = say 'series'
Publish.titleForPublishedSmartCollection = say 'series'
Publish.titleForPublishedSmartCollection_standalone = say 'series'
Publish.titleForGoToPublishedCollection = say 'inBrowser'
Publish.titleForGoToPublishedPhoto = say 'inBrowser'

function Publish.getCollectionBehaviorInfo()
  return {
    defaultCollectionName = say 'library',
    defaultCollectionCanBeDeleted = false,
    canAddCollection = true,
    maxCollectionSetDepth = 0,
  }
end

function Publish.metadataThatTriggersRepublish()
  return { default = false, title = true, caption = true, keywords = true, gps = true, dateCreated = true }
end

-- The system's password store holds one key per address.
local function passwordName(address) return 'veldlicht ' .. Api.normalise(address) end
local function keyFor(address) return LrPasswords.retrieve(passwordName(address)) or '' end

local function missing(settings, key)
  if Api.normalise(settings.address) == '' then return say 'addressMissing' end
  if key == '' then return say 'keyMissing' end
  return nil
end

-- Aborts with a sentence for the photographer.
local function fail(text) LrErrors.throwUserError(text) end

-- Returns the answer, or aborts.
local function need(told, problem)
  if not told then fail(problem.text) end
  return told
end

local function connect(settings)
  local key = keyFor(settings.address)
  local text = missing(settings, key)
  if text then fail(text) end
  return Api.new(settings.address, key)
end

local function statusOf(settings) return settings.show and 'published' or 'draft' end

local function trimmed(text) return (text or ''):match('^%s*(.-)%s*$') end

-- Result of the button that tests the connection.
function Publish.connectionText(settings, key)
  local text = missing(settings, key)
  if text then return text end
  local api = Api.new(settings.address, key)
  local me, problem = api:me(true)
  if not me then return problem.text end
  settings.categories = me.categories
  local connected = say('connected', api.address, me.name)
  return me.mayDelete and connected or connected .. ' ' .. say 'cantDelete'
end

function Publish.startDialog(settings)
  settings.key = keyFor(settings.address)
  settings.connection = ''
  settings.categories = {}
  local function check()
    settings.LR_cantExportBecause = missing(settings, trimmed(settings.key))
  end
  settings:addObserver('address', function()
    local known = keyFor(settings.address)
    if known ~= '' then settings.key = known end
    check()
  end)
  settings:addObserver('key', check)
  check()
end

function Publish.endDialog(settings, why)
  if why == 'cancel' or Api.normalise(settings.address) == '' then return end
  LrPasswords.store(passwordName(settings.address), trimmed(settings.key))
end

function Publish.sectionsForTopOfDialog(f, settings)
  local bind = LrView.bind
  local function row(title, field)
    return f:row { f:static_text { title = title, width = LrView.share 'veldlicht' }, field }
  end
  local function ask()
    LrTasks.startAsyncTask(function()
      settings.connection = say 'connecting'
      settings.connection = Publish.connectionText(settings, trimmed(settings.key))
    end)
  end
  local address = f:edit_field { value = bind 'address', placeholder_string = 'https://…', fill_horizontal = 1 }
  local key = f:password_field { value = bind 'key', fill_horizontal = 1 }
  local category = f:combo_box { value = bind 'category', items = bind 'categories', width_in_chars = 20 }
  return {
    {
      title = say 'site',
      row(say 'address', address),
      row(say 'key', key),
      f:row { f:push_button { title = say 'connection', action = ask } },
      f:static_text { title = bind 'connection', fill_horizontal = 1, height_in_lines = 3 },
    },
    {
      title = say 'photos',
      row(say 'category', category),
      f:static_text { title = say 'categoryHint' },
      f:checkbox { title = say 'show', value = bind 'show' },
    },
  }
end

-- Overrides older presets: texts and positions always go along, and the server decides what visitors see.
function Publish.updateExportSettings(settings)
  settings.LR_format = 'JPEG'
  settings.LR_embeddedMetadataOption = 'all'
  settings.LR_removeLocationMetadata = false
end

-- Sends a rendered photo. Returns as the API does.
local function send(api, me, id, path, asked, isOver)
  local file = io.open(path, 'rb')
  if not file then return nil, { text = say 'unreadable' } end
  local bytes = file:read('*a')
  file:close()
  local most = me.limits.fileBytes
  if #bytes > most then return nil, { text = say('tooLarge', math.floor(most / 1048576)) } end
  asked.name = LrPathUtils.leafName(path)
  return api:putPhoto(id, asked, bytes, isOver)
end

-- Public address of what is published, else a page of the panel.
local function browserAddress(api, told, panel)
  return told.status == 'published' and told.url or api.address .. panel
end

-- The id of a collection is stored before it is sent, so that a second try names the same collection.
local function collectionId(context)
  local known = context.publishedCollectionInfo.remoteId
  if known then return known end
  local id = LrUUID.generateUUID()
  context.exportSession:recordRemoteCollectionId(id)
  return id
end

-- Sends all rendered photos; `asked` is their query. Returns a problem that stopped it.
local function sendAll(api, me, context, asked)
  local count = context.exportSession:countRenditions()
  local progress = context:configureProgress { title = say('publishing', count) }
  local function isOver() return progress:isCanceled() end
  for n, rendition in context:renditions { stopIfCanceled = true } do
    progress:setPortionComplete((n - 1) / count)
    local isMade, path = rendition:waitForRender()
    if isOver() then return nil end
    if isMade then
      local id = rendition.photo:getRawMetadata('uuid')
      local told, problem = send(api, me, id, path, asked, isOver)
      LrFileUtils.delete(path)
      if told then
        -- Lightroom wants the id before the address.
        rendition:recordPublishedPhotoId(id)
        local panel = told.url and '/admin/media?open=' .. told.id or '/admin/media'
        rendition:recordPublishedPhotoUrl(browserAddress(api, told, panel))
      elseif not isOver() then
        if problem.stops then return problem end
        rendition:uploadFailed(problem.text)
      end
    end
  end
  return nil
end

function Publish.processRenderedPhotos(_, context)
  local settings = context.propertyTable
  local api = connect(settings)
  local me = need(api:me())
  local info = context.publishedCollectionInfo
  local id, status = collectionId(context), statusOf(settings)
  local asked = { collection = id, category = trimmed(settings.category), status = status }
  local problem = sendAll(api, me, context, asked)
  if problem then fail(problem.text) end
  if info.isDefaultCollection then return end
  -- After the photos, so that visitors never see an empty series.
  local series, unplaced = api:putSeries(id, info.name, status)
  if not series then fail(say('notOrdered', unplaced.text)) end
  context.exportSession:recordRemoteCollectionUrl(browserAddress(api, series, '/admin/series'))
  if series.left > 0 then
    LrDialogs.message(say('left', me.limits.seriesPhotos, series.left), nil, 'info')
  elseif series.arranged == 'hand' then
    LrDialogs.messageWithDoNotShow { message = say 'byHand', actionPrefKey = 'veldlichtByHand' }
  end
end

-- Called for collections in custom order.
function Publish.imposeSortOrderOnPublishedCollection(settings, info, remoteIds)
  local id = info.remoteCollectionId or info.remoteId
  if not id or info.isDefaultCollection then return end
  local told, problem = connect(settings):order(id, remoteIds)
  -- A collection without a series has no order.
  if not told and problem.reason ~= 'unknown_series' then fail(say('notOrdered', problem.text)) end
end

function Publish.renamePublishedCollection(settings, info)
  if not info.remoteId or info.isDefaultCollection then return end
  need(connect(settings):putSeries(info.remoteId, info.name, statusOf(settings)))
end

function Publish.validatePublishedCollectionName(name)
  local isNamed = trimmed(name) ~= ''
  return isNamed, not isNamed and say 'nameMissing' or nil
end

function Publish.deletePublishedCollection(settings, info)
  if info.remoteId then need(connect(settings):dropSeries(info.remoteId)) end
end

function Publish.deletePhotosFromPublishedCollection(settings, remoteIds, deletedCallback, localId)
  local api = connect(settings)
  local collection = LrApplication.activeCatalog():getPublishedCollectionByLocalIdentifier(localId)
  local id = collection and collection:getRemoteId() or ''
  for _, remoteId in ipairs(remoteIds) do
    need(api:dropPhoto(remoteId, id))
    deletedCallback(remoteId)
  end
end

return Publish
