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

  backups: ['Backups', 'Back-ups'],
  backupLast: ['Last backup: {{ago}}, verified', 'Laatste back-up: {{ago}}, gecontroleerd'],
  backupNone: ['No backup yet', 'Nog geen back-up'],
  backupNoneText: [
    'One is made each night at three. Now: npm run backup on the server.',
    'Elke nacht om drie uur wordt er een gemaakt. Nu meteen: npm run backup op de server.',
  ],
  backupInBucket: [
    'Originals stay in the bucket; the backup has their list.',
    'Originelen blijven in de bucket; de back-up heeft de lijst ervan.',
  ],
  backupLate: [
    'It is older than two days. The log of the server may say why none was made since.',
    'Die is ouder dan twee dagen. Het log van de server zegt misschien waarom er sindsdien geen kwam.',
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
    'De laatste poging is mislukt: er was geen ruimte. Oudere back-ups zijn er nog.',
  ],
  backupUnreachable: [
    'The last attempt failed: the folder for backups could not be reached.',
    'De laatste poging is mislukt: de map voor back-ups was niet bereikbaar.',
  ],
  backupDamaged: [
    'The last attempt failed: the database did not pass its test. Have this looked at soon.',
    'De laatste poging is mislukt: de database kwam niet door de controle. Laat hier snel naar kijken.',
  ],
  backupFailed: [
    'The last attempt failed; the log of the server says why. Older backups are still there.',
    'De laatste poging is mislukt; het log van de server zegt waarom. Oudere back-ups zijn er nog.',
  ],
  failedToLoadBackup: [
    'Whether there is a backup could not be loaded',
    'Of er een back-up is, kon niet worden geladen',
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
