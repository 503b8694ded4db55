/** Species and the guard list. */
import { speciesGroupTexts } from '@veldlicht/contract/species-groups';

export const speciesTexts = {
  species: ['Species', 'Soorten'],
  addSpecies: ['Add species', 'Soorten toevoegen'],
  noSpeciesOnSelection: [
    'The selected items show no species.',
    'Bij de geselecteerde items staan geen soorten.',
  ],
  speciesHint: [
    'Type part of the English, Dutch or scientific name.',
    'Typ een deel van de Nederlandse, Engelse of wetenschappelijke naam.',
  ],
  searchSpecies: ['Search species', 'Soort zoeken'],
  speciesUnknown: ['No species has that name.', 'Geen soort met die naam gevonden.'],
  removeSpecies: ['Remove species', 'Soorten weghalen'],
  removeOneSpecies: ['Remove {{name}}', '{{name}} weghalen'],
  speciesProposed: ['Named in the title or the keywords:', 'Genoemd in titel of trefwoorden:'],
  speciesOfAll: ['Species named', 'Genoemde soorten'],
  takeSpecies: ['Add {{name}} as a species', '{{name}} toevoegen als soort'],
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
    'Because of the guard, visitors see at most a 5 km block and the month.',
    'Door de bescherming zien bezoekers hoogstens een blok van 5 km en de maand.',
  ],
  guardRegion: [
    'Because of the guard, visitors see at most a 20 km region and the month.',
    'Door de bescherming zien bezoekers hoogstens een regio van 20 km en de maand.',
  ],
  guardHidden: [
    'The guard hides the place; visitors see only the month.',
    'De bescherming verbergt de plek; bezoekers zien alleen de maand.',
  ],
  guardList: ['Guard list', 'Beschermlijst'],
  guardSearchOrAdd: ['Search, or add a species', 'Zoek, of voeg een soort toe'],
  guardSearch: ['Search the guard list', 'Zoek in de beschermlijst'],
  guardListText: [
    'Visitors see the place of these species no more precisely than set here, and only the month. The same goes for everything taken within two hours of them.',
    'Van deze soorten zien bezoekers de plek hoogstens zo precies als hier staat, en alleen de maand. Dat geldt ook voor alle foto’s en video’s die binnen twee uur daarvan zijn gemaakt.',
  ],
  addNamed: ['Add {{name}}', '{{name}} toevoegen'],
  addToGuard: ['Add a species', 'Soort toevoegen'],
  addDefaults: [
    'Add {{count}} from the standard list',
    '{{count}} uit de standaardlijst toevoegen',
  ],
  guardEmpty: ['No species is guarded', 'Er is geen soort beschermd'],
  guardEmptyHint: [
    'Nests and dens in sight are hidden all the same.',
    'Nesten en holen die in beeld zijn, blijven ook dan verborgen.',
  ],
  guardSaveHint: [
    'Saving checks every photo and then updates the site once.',
    'Bij het opslaan worden alle foto’s nagekeken; daarna wordt de site één keer bijgewerkt.',
  ],
  guardSaved: ['Guard list saved', 'Beschermlijst opgeslagen'],
  failedToSaveGuard: [
    'The guard list could not be saved',
    'De beschermlijst kon niet worden opgeslagen',
  ],
  guardMonths: ['Guarded: {{months}}', 'Beschermd: {{months}}'],
  allYear: ['all year', 'het hele jaar'],
  guardMonthsOf: ['Months in which {{name}} is guarded', 'Maanden waarin {{name}} beschermd is'],
  nestMonthsOf: [
    'Months in which a nest or den of {{name}} is hidden',
    'Maanden waarin een nest of hol van {{name}} verborgen blijft',
  ],
  noMonthsHint: ['None chosen: all year.', 'Kies je geen maand, dan geldt het hele jaar.'],
  levelOf: ['Guard of {{name}}', 'Bescherming van {{name}}'],
  'level:block': ['5 km block', 'Blok van 5 km'],
  'level:region': ['20 km region', 'Regio van 20 km'],
  'level:hidden': ['Hidden', 'Verborgen'],
  removeFromGuard: ['Take {{name}} off the list', '{{name}} van de lijst halen'],

  'why:species': ['{{name}} is on the guard list.', '{{name}} staat op de beschermlijst.'],
  'why:nest': [
    'A nest or den of {{name}} is in sight.',
    'Er is een nest of hol van {{name}} in beeld.',
  ],
  'why:looks': [
    'Its words name {{name}}. Add the species, or say under “Words to check” that it is not in the picture.',
    'De teksten noemen {{name}}. Voeg de soort toe, of geef bij “Woorden nakijken” aan dat die niet in beeld is.',
  ],
  'why:looksNest': [
    'Its words name a nest, a den or young of {{name}}. Tick “Nest or den in sight”, or say under “Words to check” that there is none.',
    'De teksten noemen een nest, een hol of jongen van {{name}}. Vink “Nest of hol in beeld” aan, of geef bij “Woorden nakijken” aan dat er geen is.',
  ],
  'why:site': [
    'It was taken within a kilometre of a nest, a den or a guarded photo of {{name}}.',
    'Hij is binnen een kilometer van een nest, een hol of een beschermde foto van {{name}} gemaakt.',
  ],
  'why:outing': [
    'It was taken on the same outing as a guarded photo.',
    'Hij is op dezelfde tocht gemaakt als een beschermde foto.',
  ],
  'why:story': [
    'A story shows it beside a guarded photo of the same day or area.',
    'Hij staat in een verhaal naast een beschermde foto van dezelfde dag of uit hetzelfde gebied.',
  ],
  'why:told': [
    'Another photo of the same outing was on the site with its place already.',
    'Een andere foto van dezelfde tocht stond al met plek op de site.',
  ],

  // The species page.
  speciesText: [
    'The supplied list, and what you added or changed. Visitors see the Dutch and the scientific name, and on the page of a species your text.',
    'De meegeleverde lijst, en wat je hebt toegevoegd of aangepast. Bezoekers zien de Nederlandse en de wetenschappelijke naam, en op de pagina van een soort jouw tekst.',
  ],
  speciesView: ['Which species', 'Welke soorten'],
  'speciesView:all': ['All species', 'Alle soorten'],
  'speciesView:own': ['Added and changed', 'Toegevoegd en aangepast'],
  'speciesView:shown': ['On photos and videos', 'Op foto’s en video’s'],
  speciesCount_one: ['{{count}} species', '{{count}} soort'],
  speciesCount_other: ['{{count}} species', '{{count}} soorten'],
  speciesCountOf: ['{{shown}} of {{total}} species', '{{shown}} van {{total}} soorten'],
  noSpeciesHint: ['You can add what is missing.', 'Wat ontbreekt, kun je toevoegen.'],
  addedHere: ['Added here', 'Hier toegevoegd'],
  correctedHere: ['Changed here', 'Hier aangepast'],
  itemsShowing_one: ['{{count}} item shows {{name}}', '{{count}} item met {{name}}'],
  itemsShowing_other: ['{{count}} items show {{name}}', '{{count}} items met {{name}}'],

  addOneSpecies: ['Add species', 'Soort toevoegen'],
  scientificName: ['Scientific name', 'Wetenschappelijke naam'],
  scientificNameHint: ['Such as Bubo bubo.', 'Zoals Bubo bubo.'],
  scientificNameStays: [
    'This name identifies the species and can’t be changed.',
    'Deze naam hoort vast bij de soort en kan niet worden gewijzigd.',
  ],
  speciesGoesBy: [
    'In the list this is {{name}}. Add it only if you mean another species.',
    'In de lijst heet deze soort {{name}}. Voeg hem alleen toe als je een andere soort bedoelt.',
  ],
  speciesThere: [
    '{{name}} is in the list already; correct it there.',
    '{{name}} staat al in de lijst; verbeter hem daar.',
  ],
  dutchName: ['Dutch name', 'Nederlandse naam'],
  dutchNameShown_one: [
    'A new name also shows with the {{count}} item that shows this species.',
    'Een nieuwe naam is meteen ook te zien bij {{count}} item met deze soort.',
  ],
  dutchNameShown_other: [
    'A new name also shows with the {{count}} items that show this species.',
    'Een nieuwe naam is meteen ook te zien bij {{count}} items met deze soort.',
  ],
  englishName: ['English name', 'Engelse naam'],
  speciesGroup: ['Group', 'Groep'],
  chooseGroup: ['Choose a group', 'Kies een groep'],
  family: ['Family', 'Familie'],
  familyHint: [
    'The scientific name, such as Strigidae.',
    'De wetenschappelijke naam, zoals Strigidae.',
  ],
  words: ['Text on its page', 'Tekst op de pagina'],
  wordsHint: [
    'Below the name. Without it the page shows the description of its photo.',
    'Onder de naam. Zonder tekst staat daar de beschrijving van de foto.',
  ],
  picture: ['Photo on its page', 'Foto op de pagina'],
  pictureHint: [
    'Large at the top. Without a choice it is the newest featured photo.',
    'Staat groot bovenaan. Kies je niets, dan is dat de nieuwste uitgelichte foto.',
  ],
  speciesAdded: ['Species added', 'Soort toegevoegd'],
  speciesCorrected: ['Species saved', 'Soort opgeslagen'],
  failedToSaveSpecies: ['The species could not be saved', 'De soort kon niet worden opgeslagen'],

  undoCorrection: ['Undo the changes to {{name}}', 'Aanpassingen van {{name}} ongedaan maken'],
  undoCorrectionText: [
    'Names, group and family return to those of the list; its text and photo are removed.',
    'Namen, groep en familie worden weer die van de lijst; tekst en foto van de pagina vervallen.',
  ],
  undoCorrectionShown_one: [
    'This also applies to the {{count}} item that shows it.',
    'Dat is ook te zien bij {{count}} item met deze soort.',
  ],
  undoCorrectionShown_other: [
    'This also applies to the {{count}} items that show it.',
    'Dat is ook te zien bij {{count}} items met deze soort.',
  ],
  correctionUndone: ['Changes undone', 'Aanpassingen ongedaan gemaakt'],
  removeSpeciesText: [
    'No item shows it. You can add it again later.',
    'Deze soort staat bij geen enkel item. Je kunt hem later opnieuw toevoegen.',
  ],
  speciesStays_one: [
    '{{count}} item shows this species. Take it off there first; then it can be removed here.',
    'Deze soort staat bij {{count}} item. Haal hem daar eerst weg; daarna kan hij ook hier weg.',
  ],
  speciesStays_other: [
    '{{count}} items show this species. Take it off them first; then it can be removed here.',
    'Deze soort staat bij {{count}} items. Haal hem daar eerst weg; daarna kan hij ook hier weg.',
  ],
  showItems: ['Show these items', 'Deze items tonen'],
  remove: ['Remove', 'Weghalen'],
  speciesRemoved: ['Species removed', 'Soort weggehaald'],
  failedToRemoveSpecies: [
    'The species could not be removed',
    'De soort kon niet worden weggehaald',
  ],

  ...speciesGroupTexts,
} as const;
