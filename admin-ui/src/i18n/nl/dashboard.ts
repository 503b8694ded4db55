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

  quickAnalytics: 'Analytics instellen',
  quickAnalyticsHint: 'Vul een Google Analytics-ID in',
  quickSetUp2FA: '2FA instellen',
  quickSetUp2FAHint: 'Bescherm je eigen account met een tweede stap',
  quickManage2FA: '2FA beheren',
  quickManage2FAHint: 'Back-upcodes, of een andere telefoon',
  quickEnforce2FA: '2FA verplichten',
  quickEnforce2FAHint: 'Vraag iedereen om een tweede stap',
};
