/** Categories and tags. */
export const categoryTexts = {
  categories: ['Categories', 'Categorieën'],
  bulkImport: ['Bulk import', 'Meerdere toevoegen'],
  addCategoryOrTag: ['Add category/tag', 'Categorie of tag toevoegen'],
  categoriesHint: [
    'The first four are on the home page; the filters follow this order.',
    'De eerste vier staan op de homepage; de filters volgen deze volgorde.',
  ],
  tagsHint: [
    'The filters of the library follow this order.',
    'De filters van de mediabibliotheek volgen deze volgorde.',
  ],
  entryCount: ['({{number}})', '({{number}})'],
  noCategoriesYet: ['No categories yet', 'Nog geen categorieën'],
  noCategoriesHint: [
    'Every photo and video belongs to a category.',
    'Elke foto en video hoort bij een categorie.',
  ],
  noTagsYet: ['No tags yet', 'Nog geen tags'],
  noTagsHint: [
    'Tags bring together what belongs together across categories.',
    'Tags brengen bij elkaar wat bij elkaar hoort, ook uit verschillende categorieën.',
  ],
  usedByNone: ['not used', 'niet gebruikt'],

  moveEntry: ['Move {{name}}', '{{name}} verplaatsen'],
  moveHint: [
    'Drag it, or use the arrow keys, Home and End.',
    'Sleep, of gebruik de pijltjestoetsen, Home en End.',
  ],
  positionOf: ['Position of {{name}}', 'Positie van {{name}}'],
  moveFarHint: [
    'To move something far, type its new position.',
    'Typ een nieuwe positie om iets ver te verplaatsen.',
  ],
  moveWhileSearching: [
    'You can’t drag while searching, but you can type a position.',
    'Slepen kan niet tijdens het zoeken; een positie typen wel.',
  ],
  searchCategories: ['Search categories', 'Categorieën zoeken'],
  searchTags: ['Search tags', 'Tags zoeken'],
  searchEntriesHint: ['Search by name', 'Zoek op naam'],
  entryCountOf: ['{{shown}} of {{total}}.', '{{shown}} van {{total}}.'],
  noneFound: ['Nothing found.', 'Niets gevonden.'],
  firstShown: [
    'The first {{number}} are shown. Type to find others.',
    'Dit zijn de eerste {{number}}. Typ om andere te vinden.',
  ],
  nowAtPosition: [
    '{{name}}, position {{position}} of {{total}}',
    '{{name}}, positie {{position}} van {{total}}',
  ],

  addEntryTitle: ['Add category or tag', 'Categorie of tag toevoegen'],
  editCategoryTitle: ['Edit category', 'Categorie bewerken'],
  editTagTitle: ['Edit tag', 'Tag bewerken'],
  entryName: ['Name', 'Naam'],
  entryNameHint: ['Visitors see it as you type it.', 'Bezoekers zien de naam zoals je die typt.'],
  categoryDescriptionHint: [
    'Of a category: visitors read it in the library when they choose it.',
    'Bij een categorie: bezoekers lezen dit in de mediabibliotheek als ze de categorie kiezen.',
  ],
  renameHint: ['A new name shows everywhere at once.', 'Een nieuwe naam is meteen overal te zien.'],
  becomesCategory_one: [
    'As a category it is removed from {{count}} item.',
    'Wordt dit een categorie, dan verliest {{count}} item deze tag.',
  ],
  becomesCategory_other: [
    'As a category it is removed from {{count}} items.',
    'Wordt dit een categorie, dan verliezen {{count}} items deze tag.',
  ],
  becomesTag: [
    'Only a category that no item uses can become a tag.',
    'Alleen een categorie die geen enkel item gebruikt, kan een tag worden.',
  ],
  createEntry: ['Create', 'Aanmaken'],
  updateEntry: ['Update', 'Bijwerken'],
  discardEntryText: [
    'What you typed here has not been saved.',
    'Wat je hier hebt ingevuld, is nog niet opgeslagen.',
  ],

  importTypeHint: ['Applies to all names.', 'Geldt voor alle namen.'],
  chooseType: ['Choose a type', 'Kies een type'],
  importNames: ['Names', 'Namen'],
  importHint: [
    'Names with commas between them. Those that exist already are left as they are.',
    'Namen met komma’s ertussen. Wat al bestaat, blijft zoals het is.',
  ],
  importExample: ['For example: {{names}}', 'Bijvoorbeeld: {{names}}'],
  importExampleNames: ['mist, golden hour, roe deer', 'mist, gouden uur, ree'],
  importCount_one: ['{{count}} name', '{{count}} naam'],
  importCount_other: ['{{count}} names', '{{count}} namen'],
  import: ['Import', 'Toevoegen'],
  importing: ['Importing…', 'Toevoegen…'],
  importFormat: [
    'Nothing to import. Each line must have at least a name and a type.',
    'Er valt niets toe te voegen. Elke regel moet minstens een naam en een type hebben.',
  ],
  importTooLong: [
    '“{{name}}” is too long. Use at most {{max}} characters.',
    '“{{name}}” is te lang. Gebruik hoogstens {{max}} tekens.',
  ],
  importTwoLines: [
    '“{{name}}” spans more than one line. Put a comma between names.',
    '“{{name}}” staat op meer dan één regel. Zet een komma tussen namen.',
  ],
  importTooMany: [
    'These are {{number}} names. Import at most {{max}} at a time.',
    'Dit zijn {{number}} namen. Voeg er hoogstens {{max}} tegelijk toe.',
  ],

  deleteEntryTitle: ['Delete “{{name}}”?', '“{{name}}” verwijderen?'],
  deleteFreeCategory: [
    'The category “{{name}}” is deleted. No item uses it. This cannot be undone.',
    'De categorie “{{name}}” wordt verwijderd. Geen enkel item gebruikt deze categorie. Dit kan niet ongedaan worden gemaakt.',
  ],
  deleteUsedCategory_one: [
    'The category “{{name}}” is used by {{count}} media item, drafts included. It can only be deleted after that item has another category.',
    'De categorie “{{name}}” wordt door {{count}} media-item gebruikt, concepten meegeteld. Verwijderen kan pas als dat item een andere categorie heeft.',
  ],
  deleteUsedCategory_other: [
    'The category “{{name}}” is used by {{count}} media items, drafts included. It can only be deleted after those items have another category.',
    'De categorie “{{name}}” wordt door {{count}} media-items gebruikt, concepten meegeteld. Verwijderen kan pas als die items een andere categorie hebben.',
  ],
  deleteFreeTag: [
    'The tag “{{name}}” is deleted. No item has it. This cannot be undone.',
    'De tag “{{name}}” wordt verwijderd. Geen enkel item heeft deze tag. Dit kan niet ongedaan worden gemaakt.',
  ],
  deleteUsedTag_one: [
    'The tag “{{name}}” is removed from {{count}} item; the item itself stays. This cannot be undone.',
    'De tag “{{name}}” wordt van {{count}} item gehaald; het item zelf blijft staan. Dit kan niet ongedaan worden gemaakt.',
  ],
  deleteUsedTag_other: [
    'The tag “{{name}}” is removed from {{count}} items; the items themselves stay. This cannot be undone.',
    'De tag “{{name}}” wordt van {{count}} items gehaald; de items zelf blijven staan. Dit kan niet ongedaan worden gemaakt.',
  ],
  deleteCategoryConfirm: ['Delete category', 'Categorie verwijderen'],
  deleteTagConfirm: ['Delete tag', 'Tag verwijderen'],

  categoryCreated: ['Category created successfully', 'Categorie aangemaakt'],
  categoryUpdated: ['Category updated successfully', 'Categorie bijgewerkt'],
  categoryDeleted: ['Category deleted successfully', 'Categorie verwijderd'],
  importSuccessful: ['Import successful', 'Namen toegevoegd'],
  importedCategories_one: ['{{count}} category imported.', '{{count}} categorie toegevoegd.'],
  importedCategories_other: ['{{count}} categories imported.', '{{count}} categorieën toegevoegd.'],
  importedTags_one: ['{{count}} tag imported.', '{{count}} tag toegevoegd.'],
  importedTags_other: ['{{count}} tags imported.', '{{count}} tags toegevoegd.'],
  existedAlready_one: ['{{count}} already existed: {{names}}.', '{{count}} bestond al: {{names}}.'],
  existedAlready_other: [
    '{{count}} already existed: {{names}}.',
    '{{count}} bestonden al: {{names}}.',
  ],
  failedToCreateCategory: ['Failed to create category', 'De categorie kon niet worden aangemaakt'],
  failedToUpdateCategory: ['Failed to update category', 'De categorie kon niet worden bijgewerkt'],
  failedToDeleteCategory: ['Failed to delete category', 'De categorie kon niet worden verwijderd'],
  failedToImportCategories: [
    'Failed to import categories',
    'De namen konden niet worden toegevoegd',
  ],
  orderSaved: ['Order saved', 'Volgorde opgeslagen'],
  failedToReorderCategories: [
    'Failed to reorder categories',
    'De volgorde kon niet worden gewijzigd',
  ],
} as const;
