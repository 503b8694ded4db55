-- All sentences of the plug-in in English and Dutch; ^1 and ^2 are parameters. The last ones are named
-- by codes of refusals; for other codes the plug-in shows the server's sentence.
local LrLocalization = import 'LrLocalization'

local words = {
  site = { 'Your site', 'Je site' },
  address = { 'Address', 'Adres' },
  key = { 'Upload key', 'Uploadsleutel' },
  connection = { 'Test connection', 'Verbinding testen' },
  connecting = { 'Connecting …', 'Verbinding maken …' },
  connected = { 'Connected with ^1 as ^2.', 'Verbonden met ^1 als ^2.' },
  cantDelete = {
    'This key isn’t allowed to delete: photos you remove here stay on your site.',
    'Met deze sleutel mag niets weg: wat je hier verwijdert, blijft op je site staan.',
  },
  photos = { 'New photos', 'Nieuwe foto’s' },
  category = { 'Category', 'Categorie' },
  categoryHint = {
    'For photos without a keyword that names one. If you leave it empty, they wait in Bulk Upload.',
    'Voor foto’s zonder trefwoord dat er een noemt. Leeg: ze wachten in Meerdere uploaden.',
  },
  show = { 'Show new photos and series immediately', 'Toon nieuwe foto’s en reeksen meteen' },
  library = { 'Library', 'Bibliotheek' },
  series = { 'Series', 'Reeks' },
  inBrowser = { 'Show in Browser', 'Toon in browser' },
  publishing = { 'Publishing ^1 photos on your site', '^1 foto’s publiceren op je site' },
  addressMissing = { 'Enter your site’s address.', 'Vul het adres van je site in.' },
  keyMissing = {
    'Paste an upload key. You can create one in your site’s panel, under My account → Upload keys.',
    'Plak een uploadsleutel. Die maak je in het beheer van je site, onder Mijn account → Uploadsleutels.',
  },
  noAnswer = {
    '^1 isn’t responding. Check the address and your connection, and try again. Photos that have arrived are kept; nothing is added twice.',
    '^1 reageert niet. Controleer het adres en je verbinding, en probeer het opnieuw. Wat is aangekomen, blijft staan; niets komt er dubbel op.',
  },
  otherSite = {
    'Something is responding at ^1, but it isn’t your Veldlicht site. Check the address.',
    'Op ^1 staat wel iets, maar niet jouw Veldlicht-site. Controleer het adres.',
  },
  oldVersion = {
    'The site at ^1 is older than this plug-in. Ask your site builder to update it.',
    'De Veldlicht op ^1 is ouder dan deze plug-in. Vraag je sitebouwer om hem bij te werken.',
  },
  inBucket = {
    'The server at ^1 keeps its files in a bucket and can’t take photos from programs. Export them and upload them in the panel.',
    'De server op ^1 bewaart zijn bestanden in een bucket en neemt geen foto’s van programma’s aan. Exporteer ze, en upload ze in het beheer.',
  },
  tooLarge = {
    'This file is larger than ^1 MB. Export a smaller version.',
    'Dit bestand is groter dan ^1 MB. Exporteer het kleiner.',
  },
  unreadable = {
    'The exported file can’t be read. Publish the photo again.',
    'Het geëxporteerde bestand is niet te lezen. Publiceer de foto opnieuw.',
  },
  refusedFor = { 'Your site refused this (^1).', 'Je site weigerde dit (^1).' },
  notOrdered = {
    'The photos are on your site, but the series isn’t in order yet: ^1 Mark a photo to republish, and publish again.',
    'De foto’s staan op je site, maar de reeks staat nog niet goed: ^1 Markeer een foto om opnieuw te publiceren, en publiceer nog eens.',
  },
  left = {
    'A series shows at most ^1 photos: ^2 are on your site but not in this series. Split them into two collections.',
    'Een reeks toont hoogstens ^1 foto’s: ^2 staan wel op je site, maar niet in deze reeks. Verdeel ze over twee verzamelingen.',
  },
  byHand = {
    'This series was arranged in the panel. That order is kept, and new photos go at the end.',
    'Deze reeks heeft in het beheer een eigen volgorde gekregen. Die blijft: nieuwe foto’s komen achteraan.',
  },
  nameMissing = { 'Give it a name.', 'Geef het een naam.' },
  unauthenticated = {
    '^1 doesn’t recognise this upload key. Was it revoked? Create a new one in the panel, under My account → Upload keys, and paste it into the settings of this publish service.',
    '^1 kent deze uploadsleutel niet. Is hij ingetrokken? Maak een nieuwe in het beheer, onder Mijn account → Uploadsleutels, en plak hem in de instellingen van deze publicatieservice.',
  },
  unsupported_type = {
    'Your site doesn’t accept this type of file. Publish JPEGs.',
    'Je site neemt dit soort bestand niet aan. Publiceer JPEG’s.',
  },
  disk_full = {
    'Your site’s disk is full. Ask your site builder.',
    'De schijf van je site is vol. Vraag je sitebouwer.',
  },
  key_may_not_delete = {
    'This upload key isn’t allowed to delete, so nothing was removed from your site. Create one that is, in the panel under My account → Upload keys.',
    'Met deze uploadsleutel mag niets weg; er is dus niets van je site verdwenen. Maak in het beheer een sleutel waarmee het mag, onder Mijn account → Uploadsleutels.',
  },
  unknown_category = {
    'Your site has no category with this name. Choose another in the settings of this publish service.',
    'Je site heeft geen categorie met deze naam. Kies een andere in de instellingen van deze publicatieservice.',
  },
}

local column = LrLocalization.currentLanguage() == 'nl' and 2 or 1

-- Returns nil for a name without a sentence.
return function(name, ...)
  local text, parts = words[name] and words[name][column], { ... }
  return text and (text:gsub('%^(%d)', function(n) return tostring(parts[tonumber(n)]) end))
end
