import { contactForm } from './contact-form.ts';

/** 10000 is '10.000'. */
const dutchNumber = (n: number) => n.toLocaleString('nl');

/** Every Dutch text of the public site that the owner does not type. */
export const nl = {
  skip: 'Naar de inhoud',
  nav: {
    label: 'Hoofdmenu',
    menu: 'Menu',
    close: 'Sluit menu',
    home: 'Home',
    library: 'Mediabibliotheek',
    about: 'Over Mij',
    contact: 'Contact',
  },
  footer: {
    label: 'Voettekst',
    elsewhere: 'Elders',
    copyright: (holder: string) => `© ${holder}`,
    licence: 'Licentie',
  },
  hero: {
    toLibrary: 'Bekijk de mediabibliotheek',
    toContact: 'Neem contact op',
    scroll: 'Verder naar de foto’s',
  },
  categories: {
    title: 'Categorieën',
    all: 'Alle beelden in de mediabibliotheek',
    empty: 'Geen categorieën beschikbaar.',
    count: (n: number) =>
      n === 0 ? 'Nog geen beelden' : n === 1 ? '1 beeld' : `${dutchNumber(n)} beelden`,
  },
  recent: { title: 'Recent werk', empty: 'Binnenkort beschikbaar...' },
  about: { title: 'Over mij' },
  contact: {
    title: 'Contact',
    lead: 'Een vraag, een afdruk aan de muur of samen op pad? Schrijf me gerust.',
    mail: 'Liever mailen?',
    form: contactForm,
    elsewhere: 'Je vindt me ook op',
  },
  library: {
    title: 'Mediabibliotheek',
    description: (name: string) => `Alle foto’s en films van ${name}, te bekijken per categorie.`,
    search: 'Zoek op titel, beschrijving of plaats',
    filters: 'Filter op categorie',
    tagFilters: 'Filter op trefwoord',
    allTags: 'Alle trefwoorden',
    fewerTags: 'Minder trefwoorden',
    all: 'Alle',
    figure: dutchNumber,
    clear: 'Wis alle filters',
    count: (n: number) => (n === 1 ? '1 beeld' : `${dutchNumber(n)} beelden`),
    found: (n: number, total: number) => `${dutchNumber(n)} van ${dutchNumber(total)} beelden`,
    empty: "Geen foto's gevonden. Probeer een andere zoekterm of categorie.",
    loading: 'Meer beelden laden…',
    failed: 'De rest van de bibliotheek kon niet worden geladen.',
    retry: 'Probeer opnieuw',
    archive: 'Blader door het archief',
  },
  archive: {
    title: (number: number) => `Archief, deel ${number}`,
    description: (number: number) => `Deel ${number} van het archief: alle beelden op een rij.`,
    label: 'Bladeren door het archief',
    newer: 'Nieuwere beelden',
    older: 'Oudere beelden',
    library: 'Naar de mediabibliotheek',
  },
  item: {
    place: 'Plaats',
    date: 'Datum',
    category: 'Categorie',
    tags: 'Trefwoorden',
    rights: 'Rechten',
    browse: 'Vorige en volgende',
    previous: 'Vorige',
    next: 'Volgende',
    play: (title: string) => `Film: ${title}`,
    description: (title: string, name: string) => `${title}, gefotografeerd door ${name}.`,
    videoDescription: (title: string, name: string) => `${title}, gefilmd door ${name}.`,
  },
  camera: {
    camera: 'Camera',
    lens: 'Objectief',
    focalLength: 'Brandpunt',
    aperture: 'Diafragma',
    shutter: 'Sluitertijd',
    iso: 'ISO',
  },
  video: 'Film',
  licence: {
    title: 'Licentie',
    description: (holder: string) =>
      `Wat er mag met de foto’s en films van ${holder}, en hoe je toestemming vraagt.`,
    standard: (name: string, holder: string) => [
      `De foto’s en films op deze site zijn gemaakt door ${name}. Alle rechten zijn voorbehouden aan ${holder}.`,
      'Een pagina delen door ernaar te verwijzen mag altijd. Een beeld overnemen, afdrukken, bewerken, verkopen of gebruiken om software mee te trainen mag alleen met schriftelijke toestemming vooraf.',
    ],
    places: {
      before: 'De plaatsnamen bij plekken die bij benadering worden genoemd, komen van ',
      source: 'GeoNames',
      between: ', onder ',
      licence: 'CC BY 4.0',
    },
    ask: {
      title: 'Een beeld gebruiken?',
      text: 'Voor een artikel, een tentoonstelling of een afdruk aan de muur: schrijf om welk beeld het gaat, waar het komt en hoelang.',
      link: 'Vraag toestemming',
    },
  },
  feed: (title: string) => `${title}: nieuwe beelden`,
  messageSent: {
    title: 'Bericht verzonden',
    text: 'Bedankt voor je bericht. Ik lees het zelf en antwoord zo snel als ik kan.',
    home: 'Terug naar home',
    library: 'Bekijk de mediabibliotheek',
  },
  notFound: {
    title: '404 Page Not Found',
    text: 'Hier is niets te zien, behalve een leeg landschap. Misschien is de foto verplaatst.',
    home: 'Terug naar home',
    library: 'Bekijk de mediabibliotheek',
  },
} as const;
