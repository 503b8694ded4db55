/** The text fields of an item (contract, item-fields): labels, and the words about texts that wait. */
export const itemFieldTexts = {
  title: ['Title', 'Titel'],
  description: ['Description', 'Beschrijving'],
  location: ['Location', 'Plek'],
  locationHint: [
    'A name such as Veluwe, or coordinates.',
    'Een naam zoals Veluwe, of coördinaten.',
  ],
  date: ['Date', 'Datum'],
  alt: ['Alt text', 'Alternatieve tekst'],
  altHint: [
    'What there is to see, for people who cannot see it. Empty: the title is read aloud.',
    'Wat er te zien is, voor wie het niet kan zien. Laat je dit leeg, dan wordt de titel voorgelezen.',
  ],
  'held:title': ['Title', 'Titel'],
  'held:description': ['Description of “{{title}}”', 'Beschrijving van “{{title}}”'],
  'held:alt': ['Alt text of “{{title}}”', 'Alternatieve tekst van “{{title}}”'],
  'leak:place:title': ['The title names {{word}}.', 'De titel noemt {{word}}.'],
  'leak:place:description': ['The description names {{word}}.', 'De beschrijving noemt {{word}}.'],
  'leak:place:alt': ['The alt text names {{word}}.', 'De alternatieve tekst noemt {{word}}.'],
  'leak:day:title': ['The title names the day: {{word}}.', 'De titel noemt de dag: {{word}}.'],
  'leak:day:description': [
    'The description names the day: {{word}}.',
    'De beschrijving noemt de dag: {{word}}.',
  ],
  'leak:day:alt': [
    'The alt text names the day: {{word}}.',
    'De alternatieve tekst noemt de dag: {{word}}.',
  ],
} as const;
