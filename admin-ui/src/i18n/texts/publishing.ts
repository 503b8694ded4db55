/** The frame of the panel, the publish state, history, and words of several pages. */
export const publishing = {
  noAccessTitle: ['No access to this page', 'Geen toegang tot deze pagina'],
  noAccessText: [
    'You are signed in as {{role}}, and this page is for others. Ask an admin if you need it for your work.',
    'Je bent ingelogd als {{role}}, en die rol kan deze pagina niet openen. Vraag het aan een beheerder als je er voor je werk bij moet kunnen.',
  ],
  asEditor: ['an editor', 'redacteur'],
  asViewer: ['a viewer', 'kijker'],
  asAdmin: ['an admin', 'beheerder'],
  menuBadge: ['{{count}} new', '{{count}} nieuw'],
  emailMissing: ['No email address yet', 'Nog geen e-mailadres'],
  dayAndClock: ['{{day}} at {{clock}}', '{{day}} om {{clock}}'],
  justNow: ['just now', 'zojuist'],
  visits: ['Visits', 'Bezoek'],
  deleteButton: ['Delete', 'Verwijderen'],

  publishState: ['Publish state', 'Status van de site'],
  siteLive: ['Live', 'Online'],
  siteWaiting: ['Waiting to publish', 'Wacht op publicatie'],
  sitePublishing: ['Publishing', 'Publiceren'],
  sitePages: ['{{done}} of {{total}} pages', '{{done}} van {{total}} pagina’s'],
  siteImagesLeft_one: ['{{count}} image left', 'nog {{count}} beeld'],
  siteImagesLeft_other: ['{{count}} images left', 'nog {{count}} beelden'],
  siteFailed: ['Publishing failed', 'Publiceren is mislukt'],
  siteNeverPublished: ['Not published yet', 'Nog niet gepubliceerd'],
  siteUnknown: ['State unknown', 'Status onbekend'],
  siteOffline: ['Connection lost', 'Verbinding verbroken'],
  openSite: ['Open the site', 'Site openen'],
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
    'The panel has lost its connection and reconnects automatically.',
    'Het beheer heeft geen verbinding meer en probeert het vanzelf opnieuw.',
  ],
  siteBehind_one: [
    'A change has been waiting for {{count}} minute: what you hid is still visible on the site.',
    'Een wijziging wacht al {{count}} minuut: wat je hebt verborgen, is nog op de site te zien.',
  ],
  siteBehind_other: [
    'A change has been waiting for {{count}} minutes: what you hid is still visible on the site.',
    'Een wijziging wacht al {{count}} minuten: wat je hebt verborgen, is nog op de site te zien.',
  ],
  unknownReason: ['no reason given', 'geen reden opgegeven'],

  publishing: ['History', 'Geschiedenis'],
  publishesText: [
    'What was changed, and when it was live. The newest is on top.',
    'Wat er is gewijzigd, en sinds wanneer dat online staat. Het nieuwste staat bovenaan.',
  ],
  publishDays: ['Days', 'Dagen'],
  publishesLink: ['All changes', 'Alle wijzigingen'],
  historyEmpty: ['Nothing changed yet', 'Nog niets gewijzigd'],
  historyEmptyHint: [
    'Every change to your site will appear here.',
    'Elke wijziging van je site komt hier te staan.',
  ],
  liveSince: ['Live since {{time}}', 'Online sinds {{time}}'],
  isUndone: ['Undone', 'Ongedaan gemaakt'],
  undoChange: ['Undo: {{about}}', 'Ongedaan maken: {{about}}'],
  historyUndone_one: [
    '{{count}} item is as it was before',
    '{{count}} onderdeel is weer zoals het was',
  ],
  historyUndone_other: [
    '{{count}} items are as they were before',
    '{{count}} onderdelen zijn weer zoals ze waren',
  ],
  historyLeft_one: [
    '{{count}} was changed since, or can’t be restored, and stays as it is.',
    '{{count}} is daarna gewijzigd of kan niet terug, en blijft zoals het is.',
  ],
  historyLeft_other: [
    '{{count}} were changed since, or can’t be restored, and stay as they are.',
    '{{count}} zijn daarna gewijzigd of kunnen niet terug, en blijven zoals ze zijn.',
  ],
  historyNothing: ['Nothing could be undone', 'Er kon niets ongedaan worden gemaakt'],
  auditBuilder: ['the site builder', 'de bouwer van de site'],
  auditNobody: ['unknown', 'onbekend'],
  versions: ['Earlier versions', 'Eerdere versies'],
  versionsText: [
    'What was changed in the last 30 days, the newest on top. Going back makes everything as it was before that change.',
    'Wat er de laatste 30 dagen is gewijzigd; het nieuwste staat bovenaan. Ga je terug, dan wordt alles weer zoals het vóór die wijziging was.',
  ],
  versionsUnsaved: [
    'Save or discard what you typed first',
    'Sla eerst op wat je hebt ingevuld, of gooi het weg',
  ],
  versionsEmpty: ['Nothing was changed yet', 'Er is nog niets gewijzigd'],
  versionBefore: ['Before:', 'Eerst:'],
  versionAfter: ['After:', 'Daarna:'],
  notShown: ['Species it does not show', 'Soorten die er niet op staan'],
  bringBack: ['Back to before this change', 'Terug naar vóór deze wijziging'],
  bringBackNamed: [
    'Back to before this change: {{time}}',
    'Terug naar vóór deze wijziging: {{time}}',
  ],
  failedToBringBack: ['Failed to bring it back', 'Terugzetten is mislukt'],
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
