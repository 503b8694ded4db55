import type { account as english } from '../en/account.ts';

export const account: Record<keyof typeof english, string> = {
  yourAccount: 'Jouw account',
  yourAccountText: 'Een beheerder kan deze gegevens wijzigen op de gebruikerspagina.',
  yourAccountTextAdmin: 'Je kunt deze gegevens wijzigen op de gebruikerspagina.',
  emailAddress: 'E-mail',
  role: 'Rol',
  roleAdmin: 'Beheerder',
  roleEditor: 'Redacteur',
  roleViewer: 'Kijker',
  statusActive: 'Actief',
  statusInactive: 'Inactief',
  lastLogin: 'Laatst ingelogd',
  never: 'Nog nooit',
  lostPasswordNote: 'Wachtwoord kwijt? Neem contact op met de sitebouwer om het te wijzigen.',

  changePassword: 'Wachtwoord wijzigen',
  changePasswordText: 'In elke andere browser waarin je bent ingelogd, word je uitgelogd.',
  currentPassword: 'Huidig wachtwoord',
  newPassword: 'Nieuw wachtwoord',
  newPasswordHint: 'Minstens {{n}} tekens. Een paar woorden achter elkaar onthoud je makkelijk.',
  repeatPassword: 'Nieuw wachtwoord herhalen',
  passwordsDiffer: 'De twee wachtwoorden zijn niet gelijk',
  passwordChanged: 'Je wachtwoord is gewijzigd',
  failedToChangePassword: 'Het wachtwoord wijzigen is mislukt',

  twoFactor: 'Tweestapsverificatie',
  twoFactorText:
    'Inloggen gaat dan met je wachtwoord en een code uit een app op je telefoon. Met alleen een gestolen wachtwoord komt niemand binnen.',
  enabled: 'Ingeschakeld',
  disabled: 'Uitgeschakeld',
  enable: 'Inschakelen',
  disable: 'Uitschakelen',
  twoFactorOnText: 'Bij het inloggen vul je een code uit je authenticator-app in.',
  twoFactorOffText: 'Met alleen je wachtwoord kom je in je account.',
  enforcedText:
    'Tweestapsverificatie is voor iedereen verplicht. Schakel eerst de verplichting uit bij Website-instellingen om die van jou uit te schakelen.',

  scanCode: 'Scan deze code met je authenticator-app',
  scanCodeText:
    'Bijvoorbeeld 2FAS, Aegis, Google Authenticator of de wachtwoordmanager die je gebruikt.',
  qrCodeAlt: 'QR-code die dit account aan een authenticator-app toevoegt',
  openAuthenticator: 'Openen in je authenticator-app',
  typeSecret: 'Geen camera bij de hand? Typ deze sleutel in de app',
  copySecret: 'Sleutel kopiëren',
  sixDigitCode: 'Code van 6 cijfers',
  sixDigitCodeHint: 'Wat de app nu toont',
  twoFactorSetupComplete: 'Tweestapsverificatie is ingesteld',
  twoFactorSetupCompleteText: 'Bewaar je back-upcodes op een veilige plek.',
  failedToSetUp2FA: 'Tweestapsverificatie instellen is mislukt',
  failedToVerify2FA: 'Tweestapsverificatie controleren is mislukt',
  enabledNotRefreshed:
    'Tweestapsverificatie is ingeschakeld, maar je gegevens konden niet worden bijgewerkt. Laad de pagina opnieuw.',

  disableTwoFactor: 'Tweestapsverificatie uitschakelen',
  disableTwoFactorText:
    'Hierna kom je met alleen je wachtwoord in je account. Bevestig met een code uit je authenticator-app of met een back-upcode.',
  code: 'Code',
  twoFactorDisabled: 'Tweestapsverificatie is uitgeschakeld',
  failedToDisable2FA: 'Tweestapsverificatie uitschakelen is mislukt',
  disabledNotRefreshed:
    'Tweestapsverificatie is uitgeschakeld, maar je gegevens konden niet worden bijgewerkt. Laad de pagina opnieuw.',

  backupCodes: 'Back-upcodes',
  backupCodesText:
    'Voor als je je telefoon niet bij je hebt. Elke code werkt één keer. Je ziet ze alleen nu: bewaar ze voordat je verdergaat.',
  download: 'Downloaden',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  failedToCopy: 'Kopiëren kan hier niet; selecteer de tekst en kopieer die zelf',
  codesSaved: 'Ik heb ze bewaard',
  leaveCodesTitle: 'Weggaan zonder de back-upcodes?',
  leaveCodesText: 'Je krijgt ze niet nog een keer te zien. Download of kopieer ze eerst.',
  leaveCodesConfirm: 'Weggaan',
  leaveCodesCancel: 'Hier blijven',
  newPhone: 'Overstappen naar een nieuwe telefoon',
  newPhoneText:
    'Je oude telefoon blijft werken tot je een code van de nieuwe hebt ingevuld. Daarna krijg je nieuwe back-upcodes en word je in andere browsers uitgelogd.',
  codesUnsaved:
    'Je nieuwe back-upcodes zijn nog niet bewaard. Maak nieuwe en bewaar ze op een veilige plek.',
  codesUnsavedLink: 'Naar je instellingen',
  failedToNoteCodes: 'Er kon niet worden vastgelegd dat je de codes hebt bewaard',
  regenerateBackupCodes: 'Nieuwe back-upcodes maken',
  regenerateQuestion: 'Nieuwe back-upcodes maken?',
  regenerateText: 'Je krijgt tien nieuwe codes. De oude werken meteen niet meer.',
  regenerate: 'Nieuwe codes maken',
  backupCodesRegenerated: 'Er zijn nieuwe back-upcodes gemaakt',
  failedToRegenerate: 'Nieuwe back-upcodes maken is mislukt',
};
