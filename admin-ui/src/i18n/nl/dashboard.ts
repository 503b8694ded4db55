import type { dashboardTexts as english } from '../en/dashboard.ts';

export const dashboardTexts: Record<keyof typeof english, string> = {
  accountsAndSecurity: 'Accounts en beveiliging',
  statUsers: 'Aantal gebruikers',
  statUsersHint_one: '{{count}} actief account',
  statUsersHint_other: '{{count}} actieve accounts',
  statTwoFactor: 'Gebruikers met 2FA',
  statTwoFactorHint: '{{percent}}% van het totaal',
  statAnalytics: 'Google Analytics',
  configured: 'Ingesteld',
  notConfigured: 'Niet ingesteld',
  notConfiguredHint: 'bezoek wordt niet gemeten',
  statEnforcement: '2FA-verplichting',
  enforcementOnHint: 'verplicht voor iedereen',
  enforcementOffHint: 'ieder kiest zelf',
  failedToLoadStats: 'De cijfers konden niet worden geladen',

  securityLevel: 'Beveiligingsniveau',
  securityHigh: 'Hoog',
  securityBasic: 'Basis',
  securityHighHint: 'wachtwoord en tweestapscode',
  securityBasicHint: 'alleen een wachtwoord',
  yourLibrary: 'Bibliotheek',

  backups: 'Back-ups',
  backupLast: 'Laatste back-up: {{ago}}, gecontroleerd',
  backupNone: 'Nog geen back-up',
  backupNoneText:
    'Elke nacht om drie uur wordt er een gemaakt. Nu meteen: npm run backup op de server.',
  backupInBucket: 'Originelen blijven in de bucket; de back-up heeft de lijst ervan.',
  backupLate:
    'Die is ouder dan twee dagen. Het log van de server zegt misschien waarom er sindsdien geen kwam.',
  backupIncomplete_one:
    '{{count}} bestand van de bibliotheek is beschadigd of weg, en zit er niet in.',
  backupIncomplete_other:
    '{{count}} bestanden van de bibliotheek zijn beschadigd of weg, en zitten er niet in.',
  backupDiskFull: 'De laatste poging is mislukt: er was geen ruimte. Oudere back-ups zijn er nog.',
  backupUnreachable: 'De laatste poging is mislukt: de map voor back-ups was niet bereikbaar.',
  backupDamaged:
    'De laatste poging is mislukt: de database kwam niet door de controle. Laat hier snel naar kijken.',
  backupFailed:
    'De laatste poging is mislukt; het log van de server zegt waarom. Oudere back-ups zijn er nog.',
  failedToLoadBackup: 'Of er een back-up is, kon niet worden geladen',

  quickAnalytics: 'Analytics instellen',
  quickAnalyticsHint: 'Vul een Google Analytics-ID in',
  quickSetUp2FA: '2FA instellen',
  quickSetUp2FAHint: 'Bescherm je eigen account met een tweede stap',
  quickManage2FA: '2FA beheren',
  quickManage2FAHint: 'Back-upcodes, of een andere telefoon',
  quickEnforce2FA: '2FA verplichten',
  quickEnforce2FAHint: 'Vraag iedereen om een tweede stap',
};
