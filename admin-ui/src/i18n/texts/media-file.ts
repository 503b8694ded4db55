/** What is said of the file of an item: whether it is there already, and how its picture is used. */
export const mediaFile = {
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
  fileReplaced: ['File replaced', 'Bestand vervangen'],
  failedToReplaceFile: ['Failed to replace the file', 'Het bestand kon niet worden vervangen'],
  focusPoint: ['Focus point', 'Focuspunt'],
  focusAt: ['{{x}} % from the left, {{y}} % from the top', '{{x}} % van links, {{y}} % van boven'],
  focusHint: [
    'The ring marks what stays in view where the picture is cropped. Click the picture, or move the ring with the arrow keys.',
    'De ring geeft aan wat in beeld blijft waar de foto wordt bijgesneden. Klik op de foto, of verplaats de ring met de pijltjestoetsen.',
  ],
  focusMiddle: ['Back to the middle', 'Terug naar het midden'],
  useAsHero: ['Use as hero', 'Gebruik als openingsbeeld'],
  useAsCover: ['Use as cover of {{category}}', 'Gebruik als omslag van {{category}}'],
  choiceHint: [
    'Visitors see it there while the item is public.',
    'Bezoekers zien het daar zolang het item openbaar is.',
  ],
  choosePhoto: ['Choose a photo', 'Foto kiezen'],
  otherPhoto: ['Choose another', 'Andere kiezen'],
} as const;
