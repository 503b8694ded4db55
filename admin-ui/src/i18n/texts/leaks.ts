/** The words to check: what visitors could find out about guarded photos. */
export const leakTexts = {
  leakReport: ['Words to check', 'Woorden nakijken'],
  leakReportText: [
    'What visitors read of every guarded photo. Words that may lead to a place or a day wait here: until you say that visitors may read them, the photo is on the site without them, with the name of its species as its title.',
    'Wat bezoekers van elke beschermde foto lezen. Woorden die naar een plek of een dag kunnen leiden, wachten hier: tot je zegt dat bezoekers ze mogen lezen, staat de foto zonder die woorden op de site, met de naam van de soort als titel.',
  ],
  leakCount: [
    'Guarded photos with words that wait: {{leaking}} of {{total}}',
    'Beschermde foto’s met woorden die wachten: {{leaking}} van {{total}}',
  ],
  noLeaks: ['No words wait.', 'Er wachten geen woorden.'],
  leakConfirm: ['Visitors may read this', 'Bezoekers mogen dit lezen'],
  leakConfirmAll: ['Confirm all these words', 'Al deze woorden bevestigen'],
  looksNot: ['{{name}} is not in the picture', '{{name}} is niet in beeld'],
  looksNoNest: [
    'No nest, den or young of {{name}} in the picture',
    'Geen nest, hol of jongen van {{name}} in beeld',
  ],
  looksAnswered: ['It is guarded for that no longer', 'Daarvoor is hij niet meer beschermd'],
  noGuarded: ['No guarded photo is on the site', 'Er staat geen beschermde foto op de site'],
  noGuardedHint: [
    'They come here when a photo shows a species of the guard list, a nest or a den.',
    'Ze komen hier zodra een foto een soort van de beschermlijst, een nest of een hol laat zien.',
  ],
  failedToLoadLeaks: [
    'The words to check could not be loaded',
    'De woorden om na te kijken konden niet worden geladen',
  ],
  // By itself the text reveals no place.
  leakBeside: [
    '{{text}} could be matched with the words of an open photo of the same outing, which tells the place.',
    '{{text}} is te leggen naast de woorden van een open foto van dezelfde tocht, die de plek noemt.',
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
    'De naam of de tekst van zijn soort noemt {{word}}.',
  ],
  'leak:day:species': [
    'The name or the text of its species tells the day: {{word}}.',
    'De naam of de tekst van zijn soort noemt de dag: {{word}}.',
  ],
  'leak:place:site': [
    'A text of the website names {{word}}.',
    'Een tekst van de website noemt {{word}}.',
  ],
  'leak:day:site': [
    'A text of the website tells the day: {{word}}.',
    'Een tekst van de website noemt de dag: {{word}}.',
  ],
  'leak:place:category': ['The category names {{word}}.', 'De categorie noemt {{word}}.'],
  'leak:place:tag': ['A tag names {{word}}.', 'Een tag noemt {{word}}.'],
  'leak:place:rights': [
    'What the file says of its maker names {{word}}.',
    'Wat het bestand over de maker zegt, noemt {{word}}.',
  ],
  'leak:place:note': [
    'The field note “{{title}}” names {{word}}.',
    'De veldnotitie “{{title}}” noemt {{word}}.',
  ],
  'leak:day:note': [
    'The field note “{{title}}” tells the day: {{word}}.',
    'De veldnotitie “{{title}}” noemt de dag: {{word}}.',
  ],
  'leak:day:category': [
    'The category tells the day: {{word}}.',
    'De categorie noemt de dag: {{word}}.',
  ],
  'leak:day:tag': ['A tag tells the day: {{word}}.', 'Een tag noemt de dag: {{word}}.'],
  'leak:day:rights': [
    'What the file says of its maker tells the day: {{word}}.',
    'Wat het bestand over de maker zegt, noemt de dag: {{word}}.',
  ],
  leakSameDay: [
    '“{{title}}” is of the same outing and was on the site with its place first: {{place}}.',
    '“{{title}}” is van dezelfde tocht en stond al met plek op de site: {{place}}.',
  ],
  leakOpen: ['Edit the photo', 'Foto bewerken'],
  'leak:place:series': [
    'The series “{{title}}” names {{word}}.',
    'De reeks “{{title}}” noemt {{word}}.',
  ],
  'leak:day:series': [
    'The series “{{title}}” tells the day: {{word}}.',
    'De reeks “{{title}}” noemt de dag: {{word}}.',
  ],
  leakOpenSeries: ['Change the series', 'Reeks wijzigen'],
  leakOpenNote: ['Change the note', 'Notitie wijzigen'],
  leakChange: ['Change the words', 'Woorden wijzigen'],
  leakRemoveTag: ['Remove the tag', 'Tag weghalen'],
  leakHidePlace: ['Hide its place', 'Plek verbergen'],
  leakWithhold: ['Take off the site', 'Van de site halen'],
  leakTagRemoved: ['The tag is off the photo', 'De tag is van de foto af'],
  leakPlaceCoarser: [
    'Visitors read its place less exactly',
    'Bezoekers lezen de plek minder precies',
  ],
  leakWithheld: ['The photo is a draft now', 'De foto is nu een concept'],
  leakTakenBack: ['Taken back', 'Teruggedraaid'],
  leakPage: ['Page {{page}} of {{pages}}', 'Pagina {{page}} van {{pages}}'],
  leakPrevious: ['Previous page', 'Vorige pagina'],
  leakNext: ['Next page', 'Volgende pagina'],
  wordsTitle: ['May visitors read this?', 'Mogen bezoekers dit lezen?'],
  wordsText: [
    'It may lead to the place or the day of something guarded: the words that look like it are marked. Until you say yes, visitors read none of it; a photo is called after its species.',
    'Het kan naar de plek of de dag van iets beschermds leiden: de woorden die daarop lijken zijn gemarkeerd. Tot je ja zegt, lezen bezoekers er niets van; een foto heet naar zijn soort.',
  ],
  wordsList: ['Words that wait', 'Woorden die wachten'],
  wordsKeep: ['Keep it off the site', 'Niet op de site'],
  wordsConfirm: ['Visitors may read what is ticked', 'Bezoekers mogen lezen wat is aangevinkt'],
  wordsAddress_one: [
    'Also give the photo the address of its title: “{{words}}”. Its old address ends.',
    'Geef de foto ook het adres van zijn titel: “{{words}}”. Het oude adres vervalt.',
  ],
  wordsAddress_other: [
    'Also give {{count}} photos the addresses of their titles: “{{words}}” and so on. Their old addresses end.',
    'Geef {{count}} foto’s ook de adressen van hun titels: “{{words}}” enzovoort. De oude adressen vervallen.',
  ],
  failedToAnswerWords: ['The answer could not be saved', 'Het antwoord kon niet worden opgeslagen'],
  'held:title': ['Title', 'Titel'],
  'held:description': ['Description of “{{title}}”', 'Beschrijving van “{{title}}”'],
  'held:alt': ['Alt text of “{{title}}”', 'Alternatieve tekst van “{{title}}”'],
  'held:note': ['Field note “{{title}}”', 'Veldnotitie “{{title}}”'],
  'held:series': ['Series “{{title}}”', 'Reeks “{{title}}”'],
  'held:category': ['Category “{{title}}”', 'Categorie “{{title}}”'],
  'held:tag': ['Tag “{{title}}”', 'Tag “{{title}}”'],
  'held:species': ['Name or text of the species {{title}}', 'Naam of tekst van de soort {{title}}'],
  'held:rights': [
    'What the file of “{{title}}” says of its maker',
    'Wat het bestand van “{{title}}” over de maker zegt',
  ],
  'held:site': ['Text of the website', 'Tekst van de website'],
} as const;
