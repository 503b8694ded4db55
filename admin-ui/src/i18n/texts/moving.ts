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
  importFresh_one: ['{{count}} photo or video to add', '{{count}} foto of video om toe te voegen'],
  importFresh_other: [
    '{{count}} photos and videos to add',
    '{{count}} foto’s en video’s om toe te voegen',
  ],
  importKnown_one: ['{{count}} came before', '{{count}} is al eerder gekomen'],
  importKnown_other: ['{{count}} came before', '{{count}} zijn al eerder gekomen'],
  importSame_one: [
    '{{count}} is here already, with the same file',
    '{{count}} is hier al, met hetzelfde bestand',
  ],
  importSame_other: [
    '{{count}} are here already, with the same file',
    '{{count}} zijn hier al, met hetzelfde bestand',
  ],
  importGuarded: [
    'The guard keeps the place of {{count}} or more',
    'De beschermlijst houdt de plek van {{count}} of meer geheim',
  ],
  importStories_one: ['{{count}} series or note', '{{count}} reeks of notitie'],
  importStories_other: ['{{count}} series and notes', '{{count}} reeksen en notities'],
  importRedirects_one: [
    '{{count}} old address that keeps working',
    '{{count}} oud adres dat blijft werken',
  ],
  importRedirects_other: [
    '{{count}} old addresses that keep working',
    '{{count}} oude adressen die blijven werken',
  ],
  importNewCategories: ['New categories: {{names}}', 'Nieuwe categorieën: {{names}}'],
  importNewTags: [
    'Keywords that are no tags yet: {{names}}',
    'Trefwoorden die nog geen tag zijn: {{names}}',
  ],
  importUnknownSpecies: [
    'Species that are on no list, which photos can’t show: {{names}}',
    'Soorten die op geen lijst staan en die foto’s niet kunnen tonen: {{names}}',
  ],
  importMore: ['{{names}} and {{n}} more', '{{names}} en nog {{n}}'],
  importLeft: ['What was found, and what stays behind', 'Wat er gevonden is, en wat achterblijft'],
  importFaults_one: [
    '{{count}} line is wrong. Nothing can be brought in before that is put right.',
    '{{count}} regel klopt niet. Er kan niets worden binnengehaald voor dat is hersteld.',
  ],
  importFaults_other: [
    '{{count}} lines are wrong. Nothing can be brought in before that is put right.',
    '{{count}} regels kloppen niet. Er kan niets worden binnengehaald voor dat is hersteld.',
  ],
  importCategory: ['Category for what has none', 'Categorie voor wat er geen heeft'],
  importCategoryHint_one: [
    '{{count}} photo names no category, unless its file does.',
    '{{count}} foto noemt geen categorie, tenzij het bestand dat doet.',
  ],
  importCategoryHint_other: [
    '{{count}} photos name no category, unless their files do.',
    '{{count}} foto’s noemen geen categorie, tenzij hun bestanden dat doen.',
  ],
  importMakeTags: ['Make tags of these keywords', 'Tags maken van deze trefwoorden'],
  importStart: ['Bring in', 'Binnenhalen'],
  failedToImport: ['Failed to bring in', 'Binnenhalen is mislukt'],
  importRunning: ['Bringing in: {{done}} of {{all}}', 'Binnenhalen: {{done}} van {{all}}'],
  importDone_one: ['{{count}} photo or video is here now', '{{count}} foto of video is binnen'],
  importDone_other: [
    '{{count}} photos and videos are here now',
    '{{count}} foto’s en video’s zijn binnen',
  ],
  importFailed_one: ['{{count}} could not come in:', '{{count}} kon niet binnenkomen:'],
  importFailed_other: ['{{count}} could not come in:', '{{count}} konden niet binnenkomen:'],
  importWaiting_one: [
    '{{count}} photo, series or note that was public waits as a draft.',
    '{{count}} foto, reeks of notitie die openbaar was, wacht als concept.',
  ],
  importWaiting_other: [
    '{{count}} photos, series and notes that were public wait as drafts.',
    '{{count}} foto’s, reeksen en notities die openbaar waren, wachten als concept.',
  ],
  importWaitingHint: [
    'Look at them under Media first if you like. Places become as exact as they were, except where the guard keeps them.',
    'Bekijk ze desgewenst eerst bij Media. Plekken worden zo precies als ze waren, behalve waar de beschermlijst ze geheim houdt.',
  ],
  importPublish: ['Publish all of these', 'Dit allemaal publiceren'],
  failedToPublishMoved: ['Failed to publish', 'Publiceren is mislukt'],
} as const;
