export const mediaBulk = {
  bulkHint: [
    'Upload up to 100 images or videos at once',
    'Je kunt hoogstens 100 foto’s of video’s tegelijk uploaden',
  ],
  bulkFormats: ['{{formats}}; at most {{size}} each.', '{{formats}}; hoogstens {{size}} per stuk.'],
  chooseFiles: ['Choose files', 'Kies bestanden'],
  dropFilesHere: [
    'or drop them here, or a folder with up to {{most}} files',
    'of sleep ze hierheen, of een map met hoogstens {{most}} bestanden',
  ],
  dropFilesToAdd: ['Drop to add', 'Laat los om toe te voegen'],
  addFiles: ['Add files', 'Toevoegen'],
  clearAll: ['Clear All', 'Lijst leegmaken'],
  clearAllTitle: ['Clear all files?', 'De lijst leegmaken?'],
  clearAllText_one: [
    'The file and what you filled in for it leave this list.',
    'Het bestand en wat je erbij hebt ingevuld, verdwijnen uit deze lijst.',
  ],
  clearAllText_other: [
    'All {{count}} files and what you filled in for them leave this list.',
    'Alle {{count}} bestanden en wat je erbij hebt ingevuld, verdwijnen uit deze lijst.',
  ],
  uploadAll: ['Upload All', 'Alles uploaden'],
  draftsStay: [
    'What you fill in is kept on the server until it is uploaded.',
    'Wat je invult, blijft op de server bewaard tot het is geüpload.',
  ],
  draftsNotSaved: [
    'Not saved yet; keep this page open. {{reason}}',
    'Nog niet bewaard; houd deze pagina open. {{reason}}',
  ],
  draftsNotLoaded: [
    'What you chose earlier could not be loaded',
    'Wat je eerder koos, kon niet worden geladen',
  ],
  draftsWaiting_one: [
    '{{count}} file waits in Bulk Upload',
    '{{count}} bestand wacht bij Meerdere uploaden',
  ],
  draftsWaiting_other: [
    '{{count}} files wait in Bulk Upload',
    '{{count}} bestanden wachten bij Meerdere uploaden',
  ],
  showDrafts: ['Show them', 'Bekijken'],
  needShorterTexts_one: [
    '{{count}} file has a text that is too long',
    '{{count}} bestand heeft een te lange tekst',
  ],
  needShorterTexts_other: [
    '{{count}} files have a text that is too long',
    '{{count}} bestanden hebben een te lange tekst',
  ],
  needTitles_one: ['{{count}} file has no title', '{{count}} bestand heeft geen titel'],
  needTitles_other: ['{{count}} files have no title', '{{count}} bestanden hebben geen titel'],
  needSchedule: [
    'The end of the schedule is before its start',
    'Het einde van de planning ligt voor het begin',
  ],
  needCategory: ['The first file needs a category', 'Het eerste bestand heeft een categorie nodig'],
  filesOf: ['{{count}} of at most {{most}} files', '{{count}} van hoogstens {{most}} bestanden'],

  firstOfAll: [
    'First image: its fields can be copied to the others when you upload.',
    'Eerste bestand: bij het uploaden kun je deze velden naar de rest kopiëren.',
  ],
  bulkTable: ['Files and their fields', 'Bestanden en hun velden'],
  privacyShort: ['Visitors see', 'Bezoekers zien'],
  seeArea: ['The area', 'Het gebied'],
  seeRegion: ['The region', 'De regio'],
  seeNothing: ['No place', 'Geen plek'],
  setForMany_one: ['{{count}} file changed', '{{count}} bestand gewijzigd'],
  setForMany_other: ['{{count}} files changed', '{{count}} bestanden gewijzigd'],
  removeSelected: ['Remove Selected', 'Selectie weghalen'],
  selectToFill: [
    'Select files, and what you change in one of them is changed in all.',
    'Selecteer bestanden: wat je bij één ervan wijzigt, geldt dan voor allemaal.',
  ],
  exactKept_one: [
    'An exact position can only be chosen for one item at a time, so {{count}} keeps its place as it was.',
    'Een positie precies tonen kan maar bij één item tegelijk. Bij {{count}} item blijft de plek zoals die was.',
  ],
  exactKept_other: [
    'An exact position can only be chosen for one item at a time, so {{count}} keep their place as it was.',
    'Een positie precies tonen kan maar bij één item tegelijk. Bij {{count}} items blijft de plek zoals die was.',
  ],
  pasteUnknown_one: [
    '{{count}} cell stays as it was: the text you pasted doesn’t fit its field.',
    '{{count}} cel blijft zoals die was: de geplakte tekst past niet bij het veld.',
  ],
  pasteUnknown_other: [
    '{{count}} cells stay as they were: the texts you pasted don’t fit their fields.',
    '{{count}} cellen blijven zoals ze waren: de geplakte teksten passen niet bij het veld.',
  ],
  detailsOf: ['Details of {{file}}', 'Details van {{file}}'],
  notSentYet: ['Not sent yet', 'Nog niet geüpload'],
  alreadyThere: ['Already in the library', 'Staat al in de mediabibliotheek'],
  sameNameShort: ['Known file name', 'Bestandsnaam komt al voor'],
  wordsCutShort: ['Words were cut', 'Tekst ingekort'],
  uploadAsDraft: ['Upload as draft', 'Als concept uploaden'],
  uploadAsDraftOn: [
    'On: not on the site until you publish.',
    'Aan: komt pas op de site als je het publiceert.',
  ],
  uploadAsDraftOff: ['Off: {{shown}}', 'Uit: {{shown}}'],
  scheduleAll: ['Schedule', 'Inplannen'],
  scheduleTitle: ['When they will show', 'Wanneer ze te zien zijn'],
  choose: ['Choose', 'Kies'],
  done: ['Done', 'Klaar'],
  removeFile: ['Remove {{file}}', '{{file}} weghalen'],
  removeTag: ['Remove tag {{tag}}', 'Tag {{tag}} weghalen'],
  chosenTags: ['Chosen tags', 'Gekozen tags'],
  fileSize: ['{{size}} MB', '{{size}} MB'],
  coordinatesHere: [
    'There is a position in this text; the item stays off the site with it.',
    'Er staat een positie in deze tekst; zo komt het item niet op de site.',
  ],

  notAdded_one: ['{{count}} file was not added', '{{count}} bestand is niet toegevoegd'],
  notAdded_other: ['{{count}} files were not added', '{{count}} bestanden zijn niet toegevoegd'],
  tooManyFiles: [
    'At most {{most}} files at once, or {{folder}} from a dropped folder.',
    'Hoogstens {{most}} bestanden tegelijk, of {{folder}} uit een map die je hierheen sleept.',
  ],
  inListAlready_one: [
    '{{count}} file was in the list already.',
    '{{count}} bestand stond al in de lijst.',
  ],
  inListAlready_other: [
    '{{count}} files were in the list already.',
    '{{count}} bestanden stonden al in de lijst.',
  ],
  filesAdded_one: ['{{count}} file added', '{{count}} bestand toegevoegd'],
  filesAdded_other: ['{{count}} files added', '{{count}} bestanden toegevoegd'],
  missingFiles_one: ['Choose {{count}} file again', 'Kies {{count}} bestand opnieuw'],
  missingFiles_other: ['Choose {{count}} files again', 'Kies {{count}} bestanden opnieuw'],
  missingFilesText: [
    'What you filled in was kept, but these files had not been uploaded yet. Choose them again and they find their place.',
    'Wat je had ingevuld, is bewaard, maar deze bestanden waren nog niet geüpload. Kies ze opnieuw, dan vinden ze hun plek terug.',
  ],
  fileMissing: ['Choose this file again', 'Kies dit bestand opnieuw'],
  failedFiles_one: ['{{count}} file needs another look', 'Bij {{count}} bestand ging iets mis'],
  failedFiles_other: ['{{count}} files need another look', 'Bij {{count}} bestanden ging iets mis'],
  showFirst: ['Show the first', 'Toon het eerste'],

  confirmUpload: ['Confirm Upload', 'Upload bevestigen'],
  confirmUploadText_one: ['One file is ready.', 'Er staat één bestand klaar.'],
  confirmUploadText_other: [
    '{{count}} files are ready. Do you want to use the fields of the first one for the others?',
    'Er staan {{count}} bestanden klaar. Wil je de velden van het eerste ook voor de andere gebruiken?',
  ],
  confirmUncategorized_one: [
    '{{count}} of {{total}} files has no category. Do you want to use the fields of the first one for the others?',
    '{{count}} van {{total}} bestanden heeft geen categorie. Wil je de velden van het eerste ook voor de andere gebruiken?',
  ],
  confirmUncategorized_other: [
    '{{count}} of {{total}} files have no category. Do you want to use the fields of the first one for the others?',
    '{{count}} van {{total}} bestanden hebben geen categorie. Wil je de velden van het eerste ook voor de andere gebruiken?',
  ],
  hasNoCategory: ['{{title}} has no category', '{{title}} heeft geen categorie'],
  fillEmptyFromFirst: [
    'Fill Empty Fields from First Image',
    'Lege velden vullen vanuit het eerste bestand',
  ],
  fillEmptyHint: [
    'Copies description, location, date, category and tags, only where they are still empty. Not species.',
    'Kopieert beschrijving, plek, datum, categorie en tags, alleen waar die nog leeg zijn. Soorten worden niet gekopieerd.',
  ],
  copyAllFromFirst: [
    'Copy All Fields from First Image',
    'Alle velden van het eerste bestand kopiëren',
  ],
  copyAllHint: [
    'Overwrites description, location, date, category, tags and type. Not title and species.',
    'Vervangt beschrijving, plek, datum, categorie, tags en type. Titel en soorten blijven zoals ze zijn.',
  ],
  uploadAsIs: ['Upload As Is', 'Uploaden zoals het is'],
  uploadAsIsHint: ['Every file keeps its own fields.', 'Elk bestand houdt zijn eigen velden.'],
  uploadAsIsUncategorized_one: [
    'Not yet: {{count}} file has no category.',
    'Dit kan nog niet: {{count}} bestand heeft geen categorie.',
  ],
  uploadAsIsUncategorized_other: [
    'Not yet: {{count}} files have no category.',
    'Dit kan nog niet: {{count}} bestanden hebben geen categorie.',
  ],
  coordinatesInTexts_one: [
    'There is a position in the texts of {{count}} file; it stays off the site until the position is gone or you publish it anyway.',
    'Er staat een positie in de teksten van {{count}} bestand; dat komt pas op de site als de positie weg is of als je het toch publiceert.',
  ],
  coordinatesInTexts_other: [
    'There are positions in the texts of {{count}} files; they stay off the site until the positions are gone or you publish them anyway.',
    'Er staan posities in de teksten van {{count}} bestanden; die komen pas op de site als de posities weg zijn of als je ze toch publiceert.',
  ],
  categoryForAll: [
    'All files must have a category. Please set a category for the first image.',
    'Alle bestanden moeten een categorie hebben. Kies een categorie voor het eerste bestand.',
  ],

  bulkProgress: ['Progress of all files', 'Voortgang van alle bestanden'],
  bulkOptimizing: ['Optimizing…', 'Klaarmaken voor de site…'],
  bulkCreating: ['Creating the media items…', 'Toevoegen aan de mediabibliotheek…'],
  bulkQueued: ['Waiting for its turn', 'Wacht op zijn beurt'],
  bulkStored: ['{{done}} of {{total}} files uploaded', '{{done}} van {{total}} bestanden geüpload'],
  bulkBytes: ['{{sent}} of {{total}} MB', '{{sent}} van {{total}} MB'],
  stopUpload: ['Stop', 'Stoppen'],
  stopUploadTitle: ['Stop uploading?', 'Stoppen met uploaden?'],
  stopUploadText: [
    'What has been uploaded is not sent again; the rest waits here.',
    'Wat al is geüpload, wordt niet opnieuw verstuurd; de rest blijft hier wachten.',
  ],
  stopUploadConfirm: ['Stop uploading', 'Stoppen met uploaden'],
  keepUploading: ['Keep uploading', 'Verder uploaden'],
  leaveUploadText: [
    'Files are still being uploaded. Leaving this page stops that; what has been uploaded is not sent again.',
    'Er worden nog bestanden geüpload. Als je deze pagina verlaat, stopt dat; wat al is geüpload, wordt niet opnieuw verstuurd.',
  ],

  itemsCreated: ['Successfully created {{number}} media item(s)', 'Toegevoegd: {{number}}'],
  partialSuccess: ['Partial Success', 'Gedeeltelijk gelukt'],
  failedToCreateMediaItems: [
    'Failed to create media items',
    'De media-items konden niet worden toegevoegd',
  ],

  // What is said of the file of an item: whether it is there already, and how its picture is used.
  sameFile: [
    'This file is already in the library. You can use it again.',
    'Dit bestand staat al in de mediabibliotheek. Je kunt het nog eens gebruiken.',
  ],
  sameFileName: [
    'The library has an item whose file has this name.',
    'In de mediabibliotheek staat een item waarvan het bestand zo heet.',
  ],
  replaceHint: [
    'Replacing keeps its address, texts, place and tags.',
    'Bij vervangen blijven adres, teksten, plek en tags staan.',
  ],
  replaceItem: ['Replace the file of {{title}}', 'Bestand van {{title}} vervangen'],
  replace: ['Replace', 'Vervangen'],
  uploadAsNew: ['Upload as new', 'Als nieuw uploaden'],
  filesReplaced_one: ['File replaced', 'Bestand vervangen'],
  filesReplaced_other: ['{{count}} files replaced', '{{count}} bestanden vervangen'],
  replaceLargerTitle: ['Replace it by a smaller file?', 'Vervangen door een kleiner bestand?'],
  replaceLargerText: [
    'The file of “{{title}}” has more pixels ({{size}}). It can be brought back for 30 days.',
    'Het bestand van “{{title}}” heeft meer pixels ({{size}}). Je kunt het 30 dagen lang terughalen.',
  ],
  knownFiles_one: [
    'The library has an item whose file has the name of {{count}} of these.',
    '{{count}} van deze bestandsnamen komt al voor in de mediabibliotheek.',
  ],
  knownFiles_other: [
    'The library has items whose files have the names of {{count}} of these.',
    '{{count}} van deze bestandsnamen komen al voor in de mediabibliotheek.',
  ],
  replaceAll_one: ['Replace {{count}}', '{{count}} vervangen'],
  replaceAll_other: ['Replace all {{count}}', 'Alle {{count}} vervangen'],
  skipAll: ['Upload all as new', 'Allemaal als nieuw uploaden'],
  downloadOriginal: ['Download the original', 'Origineel downloaden'],
  failedToReplaceFile: ['Failed to replace the file', 'Het bestand kon niet worden vervangen'],
  focusPoint: ['Focus point', 'Focuspunt'],
  focusAt: ['{{x}} % from the left, {{y}} % from the top', '{{x}} % van links, {{y}} % van boven'],
  focusHint: [
    'The ring marks what stays in view where the picture is cropped. Click the picture, or move the ring with the arrow keys.',
    'De ring geeft aan wat in beeld blijft waar de foto wordt bijgesneden. Klik op de foto, of verplaats de ring met de pijltjestoetsen.',
  ],
  focusMiddle: ['Back to the middle', 'Terug naar het midden'],
  useAsHero: ['Use as large picture', 'Gebruik als grote foto'],
  useAsCover: ['Use as cover of {{category}}', 'Gebruik als omslag van {{category}}'],
  choiceHint: [
    'Visitors see it there while the item is public.',
    'Bezoekers zien het daar zolang het item openbaar is.',
  ],
  choosePhoto: ['Choose a photo', 'Foto kiezen'],
  otherPhoto: ['Choose another', 'Andere foto kiezen'],
  uploadWaitingShort: ['Waits: offline', 'Wacht: offline'],
  uploadRetryingShort: ['Trying again…', 'Nieuwe poging…'],
} as const;
