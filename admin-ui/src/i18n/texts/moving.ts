/** Import and export of a library. */
export const movingTexts = {
  moving: ['Moving in and out', 'Verhuizen'],
  movingLink: ['Move everything in or out…', 'Alles meenemen of binnenhalen…'],
  exportTitle: ['Take everything with you', 'Alles meenemen'],
  exportText: [
    'A single ZIP file with every original as you uploaded it, your text in a form that other programs can read, and your series, notes, messages and old addresses.',
    'Eén ZIP-bestand met al je originelen zoals je ze hebt geüpload, je teksten in een vorm die andere programma’s kunnen lezen, en je reeksen, notities, berichten en oude adressen.',
  ],
  exportPrivate: ['With private places', 'Met geheime plekken'],
  exportPrivateHint: [
    'Includes places that visitors don’t see, and the originals that contain them. Don’t give such a file to anyone. If this is off, those photos are left out.',
    'Ook met de plekken die bezoekers niet zien, en de originelen waar die in staan. Geef zo’n bestand aan niemand. Staat dit uit, dan gaan die foto’s niet mee.',
  ],
  exportTexts: [
    'With JPEG copies that contain your text',
    'Met JPEG-kopieën waar je teksten in staan',
  ],
  exportTextsHint: [
    'For Lightroom, which doesn’t read separate text files for JPEGs. Your originals stay as they are.',
    'Voor Lightroom, dat bij een JPEG geen los tekstbestand leest. Je originelen blijven zoals ze zijn.',
  ],
  failedToMoveOut: ['Failed to export', 'Meenemen is mislukt'],
  importTitle: ['Bring a library in', 'Een bibliotheek binnenhalen'],
  importText: [
    'A ZIP file from another Veldlicht site or another gallery. Nothing goes public right away: everything arrives as a draft, with its place hidden.',
    'Een ZIP-bestand van een andere Veldlicht-site of een andere galerij. Er komt niets meteen op de site: alles komt binnen als concept, met een verborgen plek.',
  ],
  importChoose: ['Choose a ZIP file', 'ZIP-bestand kiezen'],
  importSending: ['Uploading: {{percent}}%', 'Uploaden: {{percent}}%'],
  importUnpacking: ['Checking what’s in it…', 'Kijken wat erin zit…'],
  failedToSendLibrary: ['Failed to upload', 'Uploaden is mislukt'],
  importForget: ['Remove this file', 'Dit bestand weghalen'],
  failedToForget: ['Failed to remove the file', 'Weghalen is mislukt'],
  importLeft: [
    'What was found, and what will be left out',
    'Wat er is gevonden, en wat niet meekomt',
  ],
  importFaults: [
    'Fix this first. Nothing has been brought in.',
    'Los dit eerst op. Er is niets binnengehaald.',
  ],
  importCategory: ['Category for photos without one', 'Categorie voor foto’s die er geen hebben'],
  importCategoryHint: [
    'Photos without a category: {{n}}. They will be left out unless you choose one here or their files name one.',
    'Foto’s zonder categorie: {{n}}. Ze komen niet mee, tenzij je er hier een kiest of er een in hun bestand staat.',
  ],
  importMakeTags: ['Turn these keywords into tags', 'Van deze trefwoorden tags maken'],
  importStart: ['Bring in', 'Binnenhalen'],
  failedToImport: ['Failed to bring in', 'Binnenhalen is mislukt'],
  importRunning: ['Bringing in: {{done}} of {{all}}', 'Binnenhalen: {{done}} van {{all}}'],
  importWaiting: [
    'Public on the old site, and drafts here for now: {{n}}',
    'Op de oude site openbaar, en hier voorlopig een concept: {{n}}',
  ],
  importWaitingHint: [
    'Look at them under Media first if you like. Places are shown as precisely as before, but never more precisely than the guard allows.',
    'Bekijk ze eerst bij Media als je wilt. Plekken worden zo precies als ze waren, maar nooit preciezer dan de beschermlijst toestaat.',
  ],
  importPublish: ['Publish all of these', 'Dit allemaal publiceren'],
  failedToPublishMoved: ['Failed to publish', 'Publiceren is mislukt'],
} as const;
