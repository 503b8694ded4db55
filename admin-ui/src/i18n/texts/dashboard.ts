/** The dashboard: accounts and security. */
export const dashboardTexts = {
  accountsAndSecurity: ['Accounts and security', 'Accounts en beveiliging'],
  statUsers: ['Total admin users', 'Aantal gebruikers'],
  statUsersHint_one: ['{{count}} active account', '{{count}} actief account'],
  statUsersHint_other: ['{{count}} active accounts', '{{count}} actieve accounts'],
  statTwoFactor: ['Admins with 2FA', 'Gebruikers met 2FA'],
  statTwoFactorHint: ['{{percent}}% of total', '{{percent}}% van het totaal'],
  statAnalytics: ['Analytics', 'Google Analytics'],
  configured: ['Configured', 'Ingesteld'],
  notConfigured: ['Not configured', 'Niet ingesteld'],
  notConfiguredHint: ['Google measures nothing', 'Google meet niets'],
  statEnforcement: ['2FA enforcement', '2FA-verplichting'],
  enforcementOnHint: ['required for everyone', 'verplicht voor iedereen'],
  enforcementOffHint: ['up to each person', 'ieder kiest zelf'],
  failedToLoadStats: ['The figures could not be loaded', 'De cijfers konden niet worden geladen'],

  securityLevel: ['Security level', 'Beveiligingsniveau'],
  securityHigh: ['High', 'Hoog'],
  securityBasic: ['Basic', 'Basis'],
  securityHighHint: ['password and two-factor code', 'wachtwoord en tweestapscode'],
  securityBasicHint: ['password only', 'alleen een wachtwoord'],
  yourLibrary: ['Library', 'Bibliotheek'],

  backups: ['Backups', 'Reservekopieën'],
  backupLast: ['Last backup: {{facts}}', 'Laatste reservekopie: {{facts}}'],
  backupVerified: ['verified', 'gecontroleerd'],
  dayAndClock: ['{{day}} at {{clock}}', '{{day}} om {{clock}}'],
  backupNone: ['No backup yet', 'Er is nog geen reservekopie'],
  backupNoneText: [
    'One is made each night at three; you can also make one now.',
    'Elke nacht om drie uur wordt er een gemaakt; je kunt er ook nu een maken.',
  ],
  backupInBucket: [
    'The originals of your photos and videos are kept in separate storage on the internet. A backup holds the list of them, not the files themselves.',
    'De originelen van je foto’s en video’s staan in aparte opslag op internet. Een reservekopie bevat de lijst ervan, niet de bestanden zelf.',
  ],
  backupLate: [
    'It is older than three days. Make one now; if that fails, have your site builder look at it.',
    'Die is ouder dan drie dagen. Maak er nu een; lukt dat niet, laat dan de bouwer van de site ernaar kijken.',
  ],
  backupIncomplete_one: [
    '{{count}} file of the library is damaged or missing, and not in it.',
    '{{count}} bestand van de bibliotheek is beschadigd of weg, en zit er niet in.',
  ],
  backupIncomplete_other: [
    '{{count}} files of the library are damaged or missing, and not in it.',
    '{{count}} bestanden van de bibliotheek zijn beschadigd of weg, en zitten er niet in.',
  ],
  backupDiskFull: [
    'The last attempt failed: there was no room for it. Older backups are still there.',
    'De laatste poging is mislukt: er was geen ruimte. Oudere reservekopieën zijn er nog.',
  ],
  backupUnreachable: [
    'The last attempt failed: the place where backups are kept could not be reached.',
    'De laatste poging is mislukt: de plek voor reservekopieën was niet bereikbaar.',
  ],
  backupDamaged: [
    'The last attempt failed: the data did not pass its test. Have this looked at soon.',
    'De laatste poging is mislukt: de gegevens kwamen niet door de controle. Laat hier snel naar kijken.',
  ],
  backupFailed: [
    'The last attempt failed. Older backups are still there. If it fails again, have your site builder look at it.',
    'De laatste poging is mislukt. Oudere reservekopieën zijn er nog. Mislukt het weer, laat dan de bouwer van de site ernaar kijken.',
  ],
  failedToLoadBackup: [
    'Whether there is a backup could not be loaded',
    'Of er een reservekopie is, kon niet worden geladen',
  ],
  backupNow: ['Make a backup now', 'Nu een reservekopie maken'],
  backupMaking: [
    'A backup is being made: {{percent}}%',
    'Er wordt een reservekopie gemaakt: {{percent}}%',
  ],
  failedToBackUp: ['The backup could not be started', 'De reservekopie kon niet worden begonnen'],
  backupDownload: ['Download', 'Downloaden'],
  failedToDownloadBackup: [
    'The backup could not be downloaded',
    'De reservekopie kon niet worden gedownload',
  ],
  backupDownloadHint: [
    'A download is one file with everything: photos and videos, texts, messages and settings. Keep it in a safe place: it also holds addresses of visitors and the keys of the site.',
    'Een download is één bestand met alles: foto’s en video’s, teksten, berichten en instellingen. Bewaar het op een veilige plek: ook adressen van bezoekers en de sleutels van de site staan erin.',
  ],
  backupDownloadHintBucket: [
    'A download is one file with texts, messages, settings and the pictures as visitors see them, without the originals. Keep it in a safe place: it also holds addresses of visitors and the keys of the site.',
    'Een download is één bestand met teksten, berichten, instellingen en de foto’s zoals bezoekers ze zien, zonder de originelen. Bewaar het op een veilige plek: ook adressen van bezoekers en de sleutels van de site staan erin.',
  ],
  forSiteBuilder: ['For the site builder', 'Voor de bouwer van de site'],
  backupPlace: ['On the server: {{place}}', 'Op de server: {{place}}'],
  backupRestoreHint: [
    'To put a download back, unpack it and name the folder in it: npm run restore -- /…/veldlicht-…',
    'Om een download terug te zetten: pak hem uit en noem de map erin: npm run restore -- /…/veldlicht-…',
  ],

  quickAnalytics: ['Set up analytics', 'Analytics instellen'],
  quickAnalyticsHint: ['Enter a Google Analytics ID', 'Vul een Google Analytics-ID in'],
  quickSetUp2FA: ['Set up 2FA', '2FA instellen'],
  quickSetUp2FAHint: [
    'Protect your own account with a second step',
    'Bescherm je eigen account met een tweede stap',
  ],
  quickManage2FA: ['Manage 2FA', '2FA beheren'],
  quickManage2FAHint: ['Backup codes, or another phone', 'Back-upcodes, of een andere telefoon'],
  quickEnforce2FA: ['Enforce 2FA', '2FA verplichten'],
  quickEnforce2FAHint: ['Ask everyone for a second step', 'Vraag iedereen om een tweede stap'],
} as const;
