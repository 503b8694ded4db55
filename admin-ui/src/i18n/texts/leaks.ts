/** Texts of guarded photos that wait for confirmation (decision 021). */
export const leakTexts = {
  leakReport: ['Words to check', 'Woorden nakijken'],
  leakReportText: [
    'What visitors see of every guarded photo. Texts that may reveal a place or a day wait here. Until you confirm them, the photo is on the site without them, titled by its species.',
    'Wat bezoekers van elke beschermde foto zien. Teksten die een plek of een dag kunnen verraden, wachten hier. Tot je ze bevestigt, staat de foto zonder die teksten op de site, met de naam van de soort als titel.',
  ],
  leakCount: [
    'Guarded photos with words to check: {{leaking}} of {{total}}',
    'Beschermde foto’s met woorden om na te kijken: {{leaking}} van {{total}}',
  ],
  noLeaks: ['No words to check.', 'Geen woorden om na te kijken.'],
  leakConfirm: ['Visitors may read this', 'Bezoekers mogen dit lezen'],
  leakConfirmAll: ['Confirm all these words', 'Al deze woorden bevestigen'],
  looksNot: ['{{name}} is not in the picture', '{{name}} is niet in beeld'],
  looksNoNest: [
    'No nest, den or young of {{name}} in the picture',
    'Geen nest, hol of jongen van {{name}} in beeld',
  ],
  looksAnswered: ['No longer guarded for that reason', 'Om die reden niet meer beschermd'],
  noGuarded: ['No guarded photo is on the site', 'Er staat geen beschermde foto op de site'],
  noGuardedHint: [
    'They appear here when a photo shows a species of the guard list, a nest or a den.',
    'Ze komen hier te staan zodra er op een foto een soort van de beschermlijst, een nest of een hol te zien is.',
  ],
  leakBeside: [
    '{{text}} could be matched with the texts of an unguarded photo of the same outing, which names the place.',
    'Wie {{text}} naast de teksten legt van een onbeschermde foto van dezelfde tocht, kan de plek vinden: die staat daarin.',
  ],
  leakNoDate: ['no date', 'geen datum'],
  leakNeighbours_one: [
    '{{count}} photo within two hours has the same guard.',
    '{{count}} foto binnen twee uur heeft dezelfde bescherming.',
  ],
  leakNeighbours_other: [
    '{{count}} photos within two hours have the same guard.',
    '{{count}} foto’s binnen twee uur hebben dezelfde bescherming.',
  ],
  'leak:place:species': [
    'The name or the text of its species names {{word}}.',
    'De naam of de tekst van de soort noemt {{word}}.',
  ],
  'leak:day:species': [
    'The name or the text of its species names the day: {{word}}.',
    'De naam of de tekst van de soort noemt de dag: {{word}}.',
  ],
  'leak:place:site': [
    'A text of the website names {{word}}.',
    'Een tekst van de website noemt {{word}}.',
  ],
  'leak:day:site': [
    'A text of the website names the day: {{word}}.',
    'Een tekst van de website noemt de dag: {{word}}.',
  ],
  'leak:place:category': ['The category names {{word}}.', 'De categorie noemt {{word}}.'],
  'leak:place:tag': ['A tag names {{word}}.', 'Een tag noemt {{word}}.'],
  'leak:place:rights': [
    'The creator information in the file names {{word}}.',
    'De makersgegevens in het bestand noemen {{word}}.',
  ],
  'leak:place:note': [
    'The field note “{{title}}” names {{word}}.',
    'De veldnotitie “{{title}}” noemt {{word}}.',
  ],
  'leak:day:note': [
    'The field note “{{title}}” names the day: {{word}}.',
    'De veldnotitie “{{title}}” noemt de dag: {{word}}.',
  ],
  'leak:day:category': [
    'The category names the day: {{word}}.',
    'De categorie noemt de dag: {{word}}.',
  ],
  'leak:day:tag': ['A tag names the day: {{word}}.', 'Een tag noemt de dag: {{word}}.'],
  'leak:day:rights': [
    'The creator information in the file names the day: {{word}}.',
    'De makersgegevens in het bestand noemen de dag: {{word}}.',
  ],
  leakSameDay: [
    '“{{title}}” is of the same outing and was already on the site with its place: {{place}}.',
    '“{{title}}” is van dezelfde tocht en stond al met de plek erbij op de site: {{place}}.',
  ],
  leakOpen: ['Edit the photo', 'Foto bewerken'],
  'leak:place:series': [
    'The series “{{title}}” names {{word}}.',
    'De reeks “{{title}}” noemt {{word}}.',
  ],
  'leak:day:series': [
    'The series “{{title}}” names the day: {{word}}.',
    'De reeks “{{title}}” noemt de dag: {{word}}.',
  ],
  leakOpenSeries: ['Edit the series', 'Reeks bewerken'],
  leakOpenNote: ['Edit the note', 'Notitie bewerken'],
  leakChange: ['Edit the text', 'Tekst bewerken'],
  leakRemoveTag: ['Remove the tag', 'Tag weghalen'],
  leakHidePlace: ['Hide its place', 'Plek verbergen'],
  leakWithhold: ['Take off the site', 'Van de site halen'],
  leakTagRemoved: ['Tag removed from the photo', 'Tag van de foto gehaald'],
  leakPlaceCoarser: ['Visitors no longer see its place', 'Bezoekers zien de plek niet meer'],
  leakWithheld: ['The photo is a draft now', 'De foto is nu een concept'],
  leakPage: ['Page {{page}} of {{pages}}', 'Pagina {{page}} van {{pages}}'],
  leakPrevious: ['Previous page', 'Vorige pagina'],
  leakNext: ['Next page', 'Volgende pagina'],
  wordsTitle: ['May visitors read this?', 'Mogen bezoekers dit lezen?'],
  wordsText: [
    'These texts may reveal the place or the day of something guarded; suspicious words are marked. Until you confirm them, visitors see none of it, and a photo is titled by its species.',
    'Deze teksten kunnen de plek of de dag van iets beschermds verraden; verdachte woorden zijn gemarkeerd. Tot je ze bevestigt, zien bezoekers er niets van en heeft een foto de naam van de soort als titel.',
  ],
  wordsAbout: ['Guarded: {{titles}}.', 'Beschermd: {{titles}}.'],
  wordsList: ['Texts to check', 'Teksten om na te kijken'],
  wordsKeep: ['Keep it off the site', 'Niet op de site zetten'],
  wordsConfirm: ['Visitors may read what is ticked', 'Bezoekers mogen lezen wat is aangevinkt'],
  wordsAddress_one: [
    'Also give the photo the address of its title: “{{words}}”. Its old address stops working.',
    'Geef de foto ook een adres met de titel erin: “{{words}}”. Het oude adres vervalt.',
  ],
  wordsAddress_other: [
    'Also give {{count}} photos the addresses of their titles: “{{words}}” and so on. Their old addresses stop working.',
    'Geef {{count}} foto’s ook een adres met hun titel erin: “{{words}}” enzovoort. De oude adressen vervallen.',
  ],
  failedToAnswerWords: ['The answer could not be saved', 'Het antwoord kon niet worden opgeslagen'],
  'held:note': ['Field note “{{title}}”', 'Veldnotitie “{{title}}”'],
  'held:series': ['Series “{{title}}”', 'Reeks “{{title}}”'],
  'held:category': ['Category “{{title}}”', 'Categorie “{{title}}”'],
  'held:tag': ['Tag “{{title}}”', 'Tag “{{title}}”'],
  'held:species': ['Name or text of the species {{title}}', 'Naam of tekst van de soort {{title}}'],
  'held:rights': [
    'Creator information in the file of “{{title}}”',
    'Makersgegevens in het bestand van “{{title}}”',
  ],
  'held:site': ['Text of the website', 'Tekst van de website'],
} as const;
