export const publishing = {
  publishState: ['Publish state', 'Stand van de site'],
  siteLive: ['Live', 'Online'],
  siteWaiting: ['Waiting to publish', 'Wacht op publicatie'],
  sitePublishing: ['Publishing', 'Publiceren'],
  sitePages: ['{{done}} of {{total}} pages', '{{done}} van {{total}} pagina’s'],
  siteImagesLeft_one: ['{{count}} image left', 'nog {{count}} beeld'],
  siteImagesLeft_other: ['{{count}} images left', 'nog {{count}} beelden'],
  siteFailed: ['Publishing failed', 'Publiceren is mislukt'],
  siteNeverPublished: ['Not published yet', 'Nog niet gepubliceerd'],
  siteUnknown: ['State unknown', 'Stand onbekend'],
  siteOffline: ['Connection lost', 'Verbinding verbroken'],
  openSite: ['Open the site', 'Site openen'],
  opensInNewTab: ['(opens in a new tab)', '(opent in een nieuw tabblad)'],
  publishAgain: ['Publish again', 'Opnieuw publiceren'],
  failedToRetryPublish: ['Failed to publish again', 'Opnieuw publiceren is mislukt'],
  siteLiveText: [
    'Visitors see the latest version, live since {{time}}.',
    'Bezoekers zien de nieuwste versie, online sinds {{time}}.',
  ],
  siteWaitingText: [
    'A change was saved and will be on the site in a moment.',
    'Er is een wijziging opgeslagen; zo meteen staat die op de site.',
  ],
  sitePublishingText: [
    'Your changes are on their way to the site.',
    'Je wijzigingen zijn onderweg naar de site.',
  ],
  siteFailedText: [
    'Your last changes are not on the site yet. What went wrong: {{reason}}.',
    'Je laatste wijzigingen staan nog niet op de site. Wat er misging: {{reason}}.',
  ],
  siteNextTry: ['Next try at {{time}}.', 'Volgende poging om {{time}}.'],
  siteNoNextTry: [
    'It is tried again after the next change, or when you press Retry.',
    'Na je volgende wijziging komt er een nieuwe poging. Je kunt het ook zelf opnieuw proberen.',
  ],
  siteNeverPublishedText: [
    'The first version of the site is still to be made.',
    'De eerste versie van de site moet nog worden gemaakt.',
  ],
  siteOfflineText: [
    'The panel has lost its connection and will try again by itself.',
    'Het beheer heeft geen verbinding meer en probeert het vanzelf opnieuw.',
  ],
  siteBehind_one: [
    'A change is not on the site yet, for {{count}} minute now: what you hid is still to be seen.',
    'Een wijziging staat al {{count}} minuut niet op de site: wat je verborg, is daar nog te zien.',
  ],
  siteBehind_other: [
    'A change is not on the site yet, for {{count}} minutes now: what you hid is still to be seen.',
    'Een wijziging staat al {{count}} minuten niet op de site: wat je verborg, is daar nog te zien.',
  ],
  unknownReason: ['no reason given', 'geen reden opgegeven'],

  publishing: ['Versions', 'Versies'],
  publishesText: [
    'What was published when, and who changed what. The newest is on top.',
    'Wat wanneer is gepubliceerd, en wie wat wijzigde. Het nieuwste staat bovenaan.',
  ],
  publishDays: ['Days', 'Dagen'],
  publishesLink: ['All versions', 'Alle versies'],
  loadingPublishes: ['Loading the versions…', 'Versies laden…'],
  failedToLoadPublishes: [
    'The versions could not be loaded',
    'De versies konden niet worden geladen',
  ],
  publishesEmpty: ['Nothing published yet', 'Nog niets gepubliceerd'],
  publishesEmptyHint: [
    'The first version of the site will stand here in a moment.',
    'De eerste versie van de site komt hier zo meteen te staan.',
  ],
  publishWhat: ['Who changed what', 'Wie wijzigde wat'],
  publishPages: ['Pages', 'Pagina’s'],
  publishDuration: ['Duration', 'Duur'],
  publishSize: ['Size', 'Grootte'],
  publishFailed: ['Failed', 'Mislukt'],
  publishPagesOf: ['{{made}} of {{total}}', '{{made}} van {{total}}'],
  publishPagesHint: [
    '{{made}} of {{total}} pages updated',
    '{{made}} van {{total}} pagina’s bijgewerkt',
  ],
  publishNoChanges: ['Updated by itself', 'Vanzelf bijgewerkt'],
  publishMoreChanges_one: ['{{count}} more change', 'nog {{count}} wijziging'],
  publishMoreChanges_other: ['{{count}} more changes', 'nog {{count}} wijzigingen'],

  failedToLoadMedia: ['The media could not be loaded', 'De media konden niet worden geladen'],
  yourSite: ['Your site', 'Jouw site'],
  quickActions: ['Quick actions', 'Snel aan de slag'],

  preview: ['Preview', 'Voorbeeld'],
  previewHint: [
    'Shows the item as it was last saved',
    'Toont het item zoals het als laatste is opgeslagen',
  ],
  previewItem: [
    'Preview {{title}} (opens in a new tab)',
    'Voorbeeld van {{title}} (opent in een nieuw tabblad)',
  ],
  previewSite: ['Preview site with drafts', 'Site met concepten bekijken'],
} as const;
