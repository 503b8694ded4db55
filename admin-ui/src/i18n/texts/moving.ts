/** Import and export of a library. */
export const movingTexts = {
  moving: ['Moving in and out', 'Verhuizen'],
  movingLink: ['Move everything in or out…', 'Alles meenemen of binnenhalen…'],
  exportTitle: ['Take everything with you', 'Alles meenemen'],
  exportText: [
    'One ZIP file with every original as you uploaded it, the texts beside it as other programs read them, series, notes, messages and old addresses.',
    'Eén ZIP-bestand met elk origineel zoals je het hebt geüpload, de teksten ernaast zoals andere programma’s ze lezen, reeksen, notities, berichten en oude adressen.',
  ],
  exportPrivate: ['With private places', 'Met geheime plekken'],
  exportPrivateHint: [
    'Places that visitors don’t see, and the originals that contain them. Share such a file with nobody. Without this those photos are left out.',
    'Plekken die bezoekers niet zien, en de originelen waar ze in staan. Deel zo’n bestand met niemand. Zonder deze optie blijven die foto’s achter.',
  ],
  exportTexts: ['With copies that hold their texts', 'Met kopieën waar de teksten in staan'],
  exportTextsHint: [
    'For Lightroom, which reads no files beside JPEGs. The originals stay as they are.',
    'Voor Lightroom, dat geen bestanden naast JPEG’s leest. De originelen blijven zoals ze zijn.',
  ],
  failedToMoveOut: ['Failed to export', 'Meenemen is mislukt'],
  importTitle: ['Bring a library in', 'Een bibliotheek binnenhalen'],
  importText: [
    'A ZIP file from another Veldlicht or another gallery. Nothing is public right away: everything waits as a draft, and no places are shown.',
    'Een ZIP-bestand van een andere Veldlicht of een andere galerij. Niets staat meteen op de site: alles wacht als concept, en plekken worden niet getoond.',
  ],
  importChoose: ['Choose a ZIP file', 'ZIP-bestand kiezen'],
  importSending: ['Uploading: {{percent}}%', 'Uploaden: {{percent}}%'],
  importUnpacking: ['Looking at what is in it…', 'Kijken wat erin zit…'],
  failedToSendLibrary: ['Failed to upload', 'Uploaden is mislukt'],
  importForget: ['Remove this file', 'Dit bestand weghalen'],
  failedToForget: ['Failed to remove the file', 'Weghalen is mislukt'],
  importLeft: ['What was found, and what stays behind', 'Wat er gevonden is, en wat achterblijft'],
  importFaults: [
    'Put this right first. Nothing has been brought in.',
    'Herstel dit eerst. Er is niets binnengehaald.',
  ],
  importCategory: ['Category for what has none', 'Categorie voor wat er geen heeft'],
  importCategoryHint: [
    'Photos without one, unless their files name it: {{n}}',
    'Foto’s zonder categorie, tenzij hun bestanden er een noemen: {{n}}',
  ],
  importMakeTags: ['Make tags of these keywords', 'Tags maken van deze trefwoorden'],
  importStart: ['Bring in', 'Binnenhalen'],
  failedToImport: ['Failed to bring in', 'Binnenhalen is mislukt'],
  importRunning: ['Bringing in: {{done}} of {{all}}', 'Binnenhalen: {{done}} van {{all}}'],
  importWaiting: [
    'Public where they come from, and now a draft: {{n}}',
    'Openbaar waar ze vandaan komen, en nu een concept: {{n}}',
  ],
  importWaitingHint: [
    'Look at them under Media first if you like. Places become as exact as they were, except where the guard keeps them.',
    'Bekijk ze desgewenst eerst bij Media. Plekken worden zo precies als ze waren, behalve waar de beschermlijst ze geheim houdt.',
  ],
  importPublish: ['Publish all of these', 'Dit allemaal publiceren'],
  failedToPublishMoved: ['Failed to publish', 'Publiceren is mislukt'],
} as const;
