export const mediaBulk = {
  bulkTitle: ['Bulk Upload', 'Bulkupload'],
  bulkHint: [
    'Upload up to 100 images or videos at once',
    'Upload tot 100 afbeeldingen of video’s tegelijk',
  ],
  bulkFormats: ['{{formats}}; at most {{size}} each.', '{{formats}}; hoogstens {{size}} per stuk.'],
  chooseFiles: ['Choose files', 'Kies bestanden'],
  dropFilesHere: ['or drop them here', 'of sleep ze hierheen'],
  dropFilesToAdd: ['Drop to add', 'Laat los om toe te voegen'],
  addFiles: ['Add files', 'Toevoegen'],
  clearAll: ['Clear All', 'Alles wissen'],
  clearAllTitle: ['Clear all files?', 'Alle bestanden wissen?'],
  clearAllText_one: [
    'The file and what you filled in for it leave this list.',
    'Het bestand en wat je erbij hebt ingevuld verdwijnen uit deze lijst.',
  ],
  clearAllText_other: [
    'All {{count}} files and what you filled in for them leave this list.',
    'Alle {{count}} bestanden en wat je erbij hebt ingevuld verdwijnen uit deze lijst.',
  ],
  uploadAll: ['Upload All', 'Alles uploaden'],
  draftsElsewhere: [
    'These drafts are open in another tab',
    'Deze concepten staan open in een ander tabblad',
  ],
  draftsElsewhereText: [
    'One tab at a time works on them, so that nothing is lost or uploaded twice. Finish there or close that tab, and they appear here.',
    'Eén tabblad tegelijk werkt eraan, zodat er niets verloren gaat of twee keer wordt geüpload. Maak het daar af of sluit dat tabblad; dan verschijnen ze hier.',
  ],
  draftsStay: [
    'What you fill in stays in this browser until it is uploaded.',
    'Wat je invult blijft in deze browser staan tot het is geüpload.',
  ],
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
  needCategory: ['The first file needs a category', 'Het eerste bestand heeft een categorie nodig'],
  filesOf: ['{{count}} of at most {{most}} files', '{{count}} van hoogstens {{most}} bestanden'],

  firstOfAll: [
    'First image: its fields can be copied to the others when you upload.',
    'Eerste afbeelding: bij het uploaden kun je deze velden naar de rest kopiëren.',
  ],
  removeFile: ['Remove {{file}}', '{{file}} weghalen'],
  removeTag: ['Remove tag {{tag}}', 'Tag {{tag}} weghalen'],
  chosenTags: ['Chosen tags', 'Gekozen tags'],
  fileSize: ['{{size}} MB', '{{size}} MB'],
  coordinatesHere: [
    'There is a position in this text; the item stays off the site with it.',
    'Er staat een positie in deze tekst; daarmee blijft het item van de site.',
  ],

  notAdded_one: ['{{count}} file was not added', '{{count}} bestand is niet toegevoegd'],
  notAdded_other: ['{{count}} files were not added', '{{count}} bestanden zijn niet toegevoegd'],
  tooManyFiles: ['There are {{most}} files already.', 'Er zijn al {{most}} bestanden.'],
  alreadyChosen: ['This file is in the list already.', 'Dit bestand staat al in de lijst.'],
  missingFiles_one: ['Choose {{count}} file again', 'Kies {{count}} bestand opnieuw'],
  missingFiles_other: ['Choose {{count}} files again', 'Kies {{count}} bestanden opnieuw'],
  missingFilesText: [
    'The browser kept what you filled in, but not the files themselves. Choose them again and they find their place.',
    'De browser heeft bewaard wat je had ingevuld, maar niet de bestanden zelf. Kies ze opnieuw, dan vinden ze hun plek terug.',
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
  fillEmptyFromFirst: [
    'Fill Empty Fields from First Image',
    'Lege velden vullen vanuit de eerste afbeelding',
  ],
  fillEmptyHint: [
    'Copies only where a field is still empty.',
    'Kopieert alleen waar een veld nog leeg is.',
  ],
  copyAllFromFirst: [
    'Copy All Fields from First Image',
    'Alle velden van de eerste afbeelding kopiëren',
  ],
  copyAllHint: [
    'Overwrites description, location, date, category, tags and type.',
    'Vervangt beschrijving, locatie, datum, categorie, tags en type.',
  ],
  uploadAsIs: ['Upload As Is', 'Uploaden zoals het is'],
  uploadAsIsHint: ['Every file keeps its own fields.', 'Elk bestand houdt zijn eigen velden.'],
  coordinatesInTexts_one: [
    'There is a position in the texts of {{count}} file; it stays off the site until the position is gone or you publish it anyway.',
    'Er staat een positie in de teksten van {{count}} bestand; dat blijft van de site tot de positie weg is of je het toch publiceert.',
  ],
  coordinatesInTexts_other: [
    'There are positions in the texts of {{count}} files; they stay off the site until the positions are gone or you publish them anyway.',
    'Er staan posities in de teksten van {{count}} bestanden; die blijven van de site tot de posities weg zijn of je ze toch publiceert.',
  ],
  categoryForAll: [
    'All files must have a category. Please set a category for the first image.',
    'Alle bestanden moeten een categorie hebben. Kies een categorie voor de eerste afbeelding.',
  ],

  bulkProgress: ['Progress of all files', 'Voortgang van alle bestanden'],
  bulkReading: ['Reading the files…', 'Bestanden lezen…'],
  bulkOptimizing: ['Optimizing…', 'Optimaliseren…'],
  bulkCreating: ['Creating the media items…', 'Media-items aanmaken…'],
  bulkQueued: ['Waiting for its turn', 'Wacht op zijn beurt'],
  bulkStored: ['{{done}} of {{total}} files uploaded', '{{done}} van {{total}} bestanden geüpload'],
  bulkBytes: ['{{sent}} of {{total}} MB', '{{sent}} van {{total}} MB'],
  stopUpload: ['Stop', 'Stoppen'],
  stopUploadTitle: ['Stop uploading?', 'Stoppen met uploaden?'],
  stopUploadText: [
    'What has been uploaded is not sent again; the rest waits here.',
    'Wat al is geüpload wordt niet opnieuw verstuurd; de rest blijft hier wachten.',
  ],
  stopUploadConfirm: ['Stop uploading', 'Stoppen met uploaden'],
  keepUploading: ['Keep uploading', 'Verder uploaden'],
  leaveUploadText: [
    'Files are still being uploaded. Leaving this page stops that; what has been uploaded is not sent again.',
    'Er worden nog bestanden geüpload. Als je deze pagina verlaat, stopt dat; wat al is geüpload wordt niet opnieuw verstuurd.',
  ],

  itemsCreated: [
    'Successfully created {{number}} media item(s)',
    '{{number}} media-item(s) toegevoegd',
  ],
  partialSuccess: ['Partial Success', 'Gedeeltelijk gelukt'],
  failedToCreateMediaItems: [
    'Failed to create media items',
    'De media-items konden niet worden toegevoegd',
  ],
} as const;
