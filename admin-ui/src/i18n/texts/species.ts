/** Species and the guard list. */
export const speciesTexts = {
  species: ['Species', 'Soorten'],
  addSpecies: ['Add species', 'Soorten toevoegen'],
  noSpeciesOnSelection: [
    'The selected items show no species.',
    'De geselecteerde items tonen geen soorten.',
  ],
  speciesHint: [
    'By any part of the Dutch or scientific name.',
    'Op elk deel van de Nederlandse of wetenschappelijke naam.',
  ],
  searchSpecies: ['Search species', 'Soort zoeken'],
  speciesUnknown: ['No species is called that.', 'Geen soort heet zo.'],
  removeSpecies: ['Remove species', 'Soorten weghalen'],
  removeOneSpecies: ['Remove {{name}}', '{{name}} weghalen'],
  speciesProposed: ['Named in the title or the keywords:', 'Genoemd in titel of trefwoorden:'],
  speciesOfAll: ['Species named', 'Genoemde soorten'],
  takeSpecies: ['Add {{name}} as a species', '{{name}} toevoegen als soort'],
  failedToLoadSpecies: ['The species could not be loaded', 'De soorten konden niet worden geladen'],
  sightingOf: ['How {{name}} was photographed', 'Hoe {{name}} is gefotografeerd'],
  stageOf: ['Life stage of {{name}}', 'Levensstadium van {{name}}'],
  nestInSight: ['Nest or den in sight', 'Nest of hol in beeld'],
  nestOf: ['{{name}}: nest or den in sight', '{{name}}: nest of hol in beeld'],
  'sighting:wild': ['In the wild', 'In het wild'],
  'sighting:captive': ['In captivity', 'In gevangenschap'],
  'sighting:baited': ['Lured with food', 'Gelokt met voer'],
  'sighting:hide': ['From a hide', 'Vanuit een schuilhut'],
  'stage:any': ['Any stage', 'Elk stadium'],
  'stage:adult': ['Adult', 'Volwassen'],
  'stage:young': ['Young', 'Jong'],
  'stage:egg': ['Egg', 'Ei'],
  'stage:larva': ['Larva', 'Larve'],
  'stage:pupa': ['Pupa', 'Pop'],

  guardBlock: [
    'The guard lets visitors read at most a block of 5 km and the month.',
    'De bescherming laat bezoekers hooguit een blok van 5 km en de maand zien.',
  ],
  guardRegion: [
    'The guard lets visitors read at most a region of 20 km and the month.',
    'De bescherming laat bezoekers hooguit een regio van 20 km en de maand zien.',
  ],
  guardHidden: [
    'The guard hides the place; visitors read the month alone.',
    'De bescherming verbergt de plek; bezoekers zien alleen de maand.',
  ],
  guardList: ['Guard list', 'Beschermlijst'],
  guardListText: [
    'Visitors read the place of these species at most as exactly as it says here, and the month alone. So it is with everything taken within two hours of them.',
    'Van deze soorten lezen bezoekers de plek hooguit zo precies als hier staat, en alleen de maand. Dat geldt ook voor alles wat binnen twee uur daarvan is gemaakt.',
  ],
  addToGuard: ['Add a species', 'Soort toevoegen'],
  addDefaults: [
    'Add {{count}} from the standard list',
    '{{count}} uit de standaardlijst toevoegen',
  ],
  guardEmpty: ['No species is guarded', 'Er is geen soort beschermd'],
  guardEmptyHint: [
    'Nests and dens in sight are hidden all the same.',
    'Nesten en holen in beeld blijven wel verborgen.',
  ],
  guardSaveHint: [
    'Saving looks at every photo, and then brings the site up to date once.',
    'Bij het opslaan worden alle foto’s nagekeken; daarna wordt de site één keer bijgewerkt.',
  ],
  guardSaved: ['Guard list saved', 'Beschermlijst opgeslagen'],
  failedToSaveGuard: [
    'The guard list could not be saved',
    'De beschermlijst kon niet worden opgeslagen',
  ],
  failedToLoadGuard: [
    'The guard list could not be loaded',
    'De beschermlijst kon niet worden geladen',
  ],
  guardMonths: ['Guarded: {{months}}', 'Beschermd: {{months}}'],
  allYear: ['all year', 'het hele jaar'],
  guardMonthsOf: ['Months in which {{name}} is guarded', 'Maanden waarin {{name}} beschermd is'],
  nestMonthsOf: [
    'Months in which a nest or den of {{name}} is hidden',
    'Maanden waarin een nest of hol van {{name}} verborgen blijft',
  ],
  noMonthsHint: ['None chosen: all year.', 'Geen gekozen: het hele jaar.'],
  levelOf: ['Guard of {{name}}', 'Bescherming van {{name}}'],
  'level:block': ['Block of 5 km', 'Blok van 5 km'],
  'level:region': ['Region of 20 km', 'Regio van 20 km'],
  'level:hidden': ['Hidden', 'Verborgen'],
  removeFromGuard: ['Take {{name}} off the list', '{{name}} van de lijst halen'],

  'why:species': ['{{name}} is on the guard list.', '{{name}} staat op de beschermlijst.'],
  'why:nest': [
    'A nest or den of {{name}} is in sight.',
    'Er is een nest of hol van {{name}} in beeld.',
  ],
  'why:neighbour': [
    'It was taken within two hours of a guarded photo.',
    'Hij is binnen twee uur van een beschermde foto gemaakt.',
  ],
} as const;
