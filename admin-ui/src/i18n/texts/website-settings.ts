/** The website settings page. */
export const websiteSettingsTexts = {
  settingsParts: ['Parts of the settings', 'Onderdelen van de instellingen'],
  partName: ['Name and home page', 'Naam en homepage'],
  partContact: ['Contact', 'Contact'],
  partSecurity: ['Security and privacy', 'Beveiliging en privacy'],
  aboutShort: ['On the home page', 'Op de homepage'],
  aboutShortText: ['A few sentences under “Over mij”.', 'Een paar zinnen onder “Over mij”.'],
  analytics: ['Analytics', 'Statistieken'],
  analyticsText: [
    'How often your site is looked at. Counting needs no cookies; for Google, visitors are asked for consent first.',
    'Hoe vaak er naar je site wordt gekeken. Tellen gaat zonder cookies; voor Google geven bezoekers eerst toestemming.',
  ],
  countVisits: ['Count visits', 'Bezoek tellen'],
  countVisitsHint: [
    'Your own server counts how often each page is looked at. Who looked is stored nowhere. The figures are under Visits.',
    'Je eigen server telt hoe vaak elke pagina wordt bekeken. Wie er keek, wordt nergens bewaard. De cijfers staan bij Bezoek.',
  ],
  analyticsId: ['Google Analytics ID', 'Google Analytics-ID'],
  analyticsIdHint: [
    'A GA4 id of the form G-XXXXXXXXXX or a UA-XXXXXXXXX-X id. Empty: Google measures nothing.',
    'Dit krijg je van Google, zoals G-XXXXXXXXXX of UA-XXXXXXXXX-X. Leeg: Google meet niets.',
  ],
  security: ['Security', 'Beveiliging'],
  securityText: ['How people sign in to this panel.', 'Hoe mensen inloggen in het beheer.'],
  enforce2FA: ['Enforce two-factor authentication', 'Tweestapsverificatie verplichten'],
  enforce2FAHint: [
    'Everyone sets up a second step before they use the panel. Who has none yet is asked for it on their next click.',
    'Iedereen stelt eerst een tweede stap in voor het inloggen. Wie die nog niet heeft, krijgt de vraag bij de volgende klik.',
  ],
  enforceNeedsOwn: [
    'First set up two-factor authentication on your own account:',
    'Stel eerst tweestapsverificatie in voor je eigen account:',
  ],
  enforceNeedsOwnLink: ['go to your account', 'naar je account'],

  siteIdentity: ['Name of the site', 'Naam van de site'],
  siteIdentityText: [
    'What stands in the top bar, in browser tabs and in search results.',
    'Wat er bovenaan staat, op tabbladen en in zoekresultaten.',
  ],
  emptyIsDefault: [
    'What you leave empty shows the grey text to visitors.',
    'Laat je iets leeg, dan zien bezoekers de grijze tekst.',
  ],
  photographer: ['Photographer', 'Fotograaf'],
  photographerHint: [
    'Your name; stands at the top of every page.',
    'Je naam; staat boven elke pagina.',
  ],
  siteTitle: ['Site title', 'Titel van de site'],
  siteTitleHint: ['For browser tabs and search results.', 'Voor tabbladen en zoekresultaten.'],
  homePage: ['Home page', 'Homepage'],
  homePageText: [
    'The first words a visitor reads, and the work below them.',
    'De eerste woorden die een bezoeker leest, en het werk daaronder.',
  ],
  heroTitle: ['Title over the large picture', 'Titel over de grote foto'],
  heroSubtitle: ['Line below it', 'Regel daaronder'],
  heroPicture: ['Large picture', 'Grote foto'],
  heroPictureHint: [
    'Without a choice visitors see your newest featured photo. What stays in view on a narrow screen is set at the photo itself.',
    'Zonder keuze zien bezoekers je nieuwste uitgelichte foto. Wat op een smal scherm in beeld blijft, stel je in bij de foto zelf.',
  ],
  aboutText: ['About you', 'Over jou'],
  aboutTextHint: [
    'An empty line starts a new paragraph.',
    'Een lege regel begint een nieuwe alinea.',
  ],
  homeWork: ['Below the categories', 'Onder de categorieën'],
  homeWorkHint: [
    'While there are no featured items or no published series, visitors see your newest work.',
    'Zolang er geen uitgelicht werk is of geen gepubliceerde reeks, zien bezoekers je nieuwste werk.',
  ],
  homeNewest: ['Newest work', 'Nieuwste werk'],
  homeFeatured: ['Featured work', 'Uitgelicht werk'],
  homeSeries: ['Chosen series', 'Gekozen reeksen'],
  homeSeriesPlace: ['Series {{n}}', 'Reeks {{n}}'],
  homeSeriesNone: ['None', 'Geen'],
  noSeriesForHome: [
    'There are no series yet. Make one under Portfolio.',
    'Er zijn nog geen reeksen. Maak er een onder Reeksen.',
  ],
  aboutPage: ['About page', 'Pagina over jou'],
  aboutPageText: [
    'Your story at length, with exhibitions and publications. It stands on /over, and the home page leads there as soon as there is a text.',
    'Je verhaal in het lang, met exposities en publicaties. Het staat op /over, en de homepage leidt erheen zodra er tekst is.',
  ],
  aboutLong: ['Your story', 'Je verhaal'],
  aboutLongHint: [
    'Start a line with # for a heading or with - for a list. *Words* become italic, **words** bold, and [words](https://address) a link. An empty line starts a new paragraph.',
    'Begin een regel met # voor een kop of met - voor een lijst. *Woorden* worden cursief, **woorden** vet, en [woorden](https://adres) een link. Een lege regel begint een nieuwe alinea.',
  ],
  portrait: ['Portrait', 'Portret'],
  portraitHint: [
    'One of the photos on the site. It stands beside your story as long as visitors can see it.',
    'Een van de foto’s op de site. Hij staat naast je verhaal zolang bezoekers hem kunnen zien.',
  ],
  contactAndBusiness: ['Contact and business', 'Contact en bedrijf'],
  contactAndBusinessText: [
    'How visitors reach you, and a link to your other work.',
    'Hoe bezoekers je bereiken, en een link naar je andere werk.',
  ],
  contactEmail: ['Contact email', 'E-mailadres voor contact'],
  contactEmailHint: [
    'Shown on the site. Empty: only the contact form.',
    'Staat op de site. Leeg: alleen het contactformulier.',
  ],
  businessLabel: ['Name of your business site', 'Naam van je bedrijfssite'],
  businessUrl: ['Address of your business site', 'Adres van je bedrijfssite'],
  businessUrlHint: ['Without an address there is no link.', 'Zonder adres is er geen link.'],
  socialLinks: ['Social links', 'Sociale media'],
  socialLinksText: [
    'Three at most, in the footer. A link without an address is not shown.',
    'Hoogstens drie, onderaan elke pagina. Een link zonder adres is niet te zien.',
  ],
  linkLabel: ['Name of link {{n}}', 'Naam van link {{n}}'],
  linkUrl: ['Address of link {{n}}', 'Adres van link {{n}}'],
  rights: ['Rights', 'Rechten'],
  rightsText: [
    'Who owns the pictures, and what others may do with them.',
    'Van wie de foto’s zijn, en wat anderen ermee mogen.',
  ],
  copyrightHolder: ['Copyright holder', 'Rechthebbende'],
  copyrightHolderHint: ['Empty: the photographer.', 'Leeg: de fotograaf.'],
  notForTraining: ['My photos are not for training', 'Mijn foto’s zijn niet om AI mee te trainen'],
  notForTrainingHint: [
    'Programs that gather pictures to train AI are told that yours are not for that, in the ways the web has for it.',
    'Programma’s die beelden verzamelen om AI mee te trainen, krijgen te horen dat jouw foto’s daar niet voor zijn, op de manieren die het web daarvoor kent.',
  ],
  licence: ['Licence', 'Licentie'],
  licenceHint: [
    'Stands on the page /licentie. An empty line starts a new paragraph.',
    'Staat op de pagina /licentie. Een lege regel begint een nieuwe alinea.',
  ],

  saveSettings: ['Save settings', 'Instellingen opslaan'],
  unsavedChanges: ['There are unsaved changes', 'Er zijn niet-opgeslagen wijzigingen'],
  allSaved: ['Everything is saved', 'Alles is opgeslagen'],
  loadingSettings: ['Loading settings…', 'Instellingen laden…'],
  failedToLoadSettings: [
    'The website settings could not be loaded',
    'De website-instellingen konden niet worden geladen',
  ],
  settingsUpdated: ['Website settings updated successfully', 'Website-instellingen bijgewerkt'],
  failedToUpdateSettings: [
    'Failed to update website settings',
    'De website-instellingen konden niet worden bijgewerkt',
  ],
  leaveTitle: ['Leave without saving?', 'Weggaan zonder op te slaan?'],
  leaveText: [
    'Your changes to the website settings have not been saved.',
    'Je wijzigingen in de website-instellingen zijn nog niet opgeslagen.',
  ],
  leaveConfirm: ['Leave', 'Weggaan'],

  previewSettings: ['Preview', 'Voorbeeld'],
} as const;
