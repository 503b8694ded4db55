import type { mediaBulk as english } from '../en/media-bulk.ts';

export const mediaBulk: Record<keyof typeof english, string> = {
  bulkTitle: 'Bulkupload',
  bulkHint: 'Upload tot 100 afbeeldingen of video’s tegelijk',
  bulkFormats: '{{formats}}; hoogstens {{size}} per stuk.',
  chooseFiles: 'Kies bestanden',
  dropFilesHere: 'of sleep ze hierheen',
  dropFilesToAdd: 'Laat los om toe te voegen',
  addFiles: 'Toevoegen',
  clearAll: 'Alles wissen',
  clearAllTitle: 'Alle bestanden wissen?',
  clearAllText_one: 'Het bestand en wat je erbij hebt ingevuld verdwijnen uit deze lijst.',
  clearAllText_other:
    'Alle {{count}} bestanden en wat je erbij hebt ingevuld verdwijnen uit deze lijst.',
  uploadAll: 'Alles uploaden',
  draftsElsewhere: 'Deze concepten staan open in een ander tabblad',
  draftsElsewhereText:
    'Eén tabblad tegelijk werkt eraan, zodat er niets verloren gaat of twee keer wordt geüpload. Maak het daar af of sluit dat tabblad; dan verschijnen ze hier.',
  draftsStay: 'Wat je invult blijft in deze browser staan tot het is geüpload.',
  needShorterTexts_one: '{{count}} bestand heeft een te lange tekst',
  needShorterTexts_other: '{{count}} bestanden hebben een te lange tekst',
  needTitles_one: '{{count}} bestand heeft geen titel',
  needTitles_other: '{{count}} bestanden hebben geen titel',
  needCategory: 'Het eerste bestand heeft een categorie nodig',
  filesOf: '{{count}} van hoogstens {{most}} bestanden',

  firstOfAll: 'Eerste afbeelding: bij het uploaden kun je deze velden naar de rest kopiëren.',
  removeFile: '{{file}} weghalen',
  removeTag: 'Tag {{tag}} weghalen',
  chosenTags: 'Gekozen tags',
  fileSize: '{{size}} MB',
  coordinatesHere: 'Er staat een positie in deze tekst; daarmee blijft het item van de site.',

  notAdded_one: '{{count}} bestand is niet toegevoegd',
  notAdded_other: '{{count}} bestanden zijn niet toegevoegd',
  tooManyFiles: 'Er zijn al {{most}} bestanden.',
  alreadyChosen: 'Dit bestand staat al in de lijst.',
  missingFiles_one: 'Kies {{count}} bestand opnieuw',
  missingFiles_other: 'Kies {{count}} bestanden opnieuw',
  missingFilesText:
    'De browser heeft bewaard wat je had ingevuld, maar niet de bestanden zelf. Kies ze opnieuw, dan vinden ze hun plek terug.',
  fileMissing: 'Kies dit bestand opnieuw',
  failedFiles_one: 'Bij {{count}} bestand ging iets mis',
  failedFiles_other: 'Bij {{count}} bestanden ging iets mis',
  showFirst: 'Toon het eerste',

  confirmUpload: 'Upload bevestigen',
  confirmUploadText_one: 'Er staat één bestand klaar.',
  confirmUploadText_other:
    'Er staan {{count}} bestanden klaar. Wil je de velden van het eerste ook voor de andere gebruiken?',
  fillEmptyFromFirst: 'Lege velden vullen vanuit de eerste afbeelding',
  fillEmptyHint: 'Kopieert alleen waar een veld nog leeg is.',
  copyAllFromFirst: 'Alle velden van de eerste afbeelding kopiëren',
  copyAllHint: 'Vervangt beschrijving, locatie, datum, categorie, tags en type.',
  uploadAsIs: 'Uploaden zoals het is',
  uploadAsIsHint: 'Elk bestand houdt zijn eigen velden.',
  coordinatesInTexts_one:
    'Er staat een positie in de teksten van {{count}} bestand; dat blijft van de site tot de positie weg is of je het toch publiceert.',
  coordinatesInTexts_other:
    'Er staan posities in de teksten van {{count}} bestanden; die blijven van de site tot de posities weg zijn of je ze toch publiceert.',
  categoryForAll:
    'Alle bestanden moeten een categorie hebben. Kies een categorie voor de eerste afbeelding.',

  bulkProgress: 'Voortgang van alle bestanden',
  bulkReading: 'Bestanden lezen…',
  bulkOptimizing: 'Optimaliseren…',
  bulkCreating: 'Media-items aanmaken…',
  bulkQueued: 'Wacht op zijn beurt',
  bulkStored: '{{done}} van {{total}} bestanden geüpload',
  bulkBytes: '{{sent}} van {{total}} MB',
  stopUpload: 'Stoppen',
  stopUploadTitle: 'Stoppen met uploaden?',
  stopUploadText: 'Wat al is geüpload wordt niet opnieuw verstuurd; de rest blijft hier wachten.',
  stopUploadConfirm: 'Stoppen met uploaden',
  keepUploading: 'Verder uploaden',
  leaveUploadText:
    'Er worden nog bestanden geüpload. Als je deze pagina verlaat, stopt dat; wat al is geüpload wordt niet opnieuw verstuurd.',

  itemsCreated: '{{number}} media-item(s) toegevoegd',
  partialSuccess: 'Gedeeltelijk gelukt',
  failedToCreateMediaItems: 'De media-items konden niet worden toegevoegd',
};
