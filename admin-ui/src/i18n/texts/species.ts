/** Species, the guard list, and what visitors could find out. */
export const speciesTexts = {
  species: ['Species', 'Soorten'],
  addSpecies: ['Add species', 'Soorten toevoegen'],
  speciesHint: [
    'By any part of the Dutch or scientific name.',
    'Op elk deel van de Nederlandse of wetenschappelijke naam.',
  ],
  searchSpecies: ['Search species', 'Soort zoeken'],
  speciesUnknown: ['No species is called that.', 'Geen soort heet zo.'],
  removeSpecies: ['Remove {{name}}', '{{name}} weghalen'],
  speciesProposed: ['Named in the title or the keywords:', 'Genoemd in titel of trefwoorden:'],
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
