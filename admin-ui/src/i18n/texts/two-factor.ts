/** Two-factor of the user's own account; a required set-up covers any page. */
export const twoFactorTexts = {
  twoFactor: ['Two-factor authentication', 'Tweestapsverificatie'],
  twoFactorText: [
    'Signing in then takes your password and a code from an app on your phone. A stolen password alone is not enough.',
    'Je logt dan in met je wachtwoord en een code uit een app op je telefoon. Met alleen een gestolen wachtwoord komt niemand binnen.',
  ],
  enabled: ['Enabled', 'Ingeschakeld'],
  disabled: ['Disabled', 'Uitgeschakeld'],
  enable: ['Enable', 'Inschakelen'],
  disable: ['Disable', 'Uitschakelen'],
  twoFactorOnText: [
    'After your password you enter a code from the authenticator app on your phone.',
    'Na je wachtwoord vul je een code in uit de authenticator-app op je telefoon.',
  ],
  twoFactorOffText: [
    'You sign in with your password only.',
    'Je logt in met alleen je wachtwoord.',
  ],
  enforcedText: [
    'Two-factor is required for everyone. To disable yours, first disable enforcement in Website Settings.',
    'Tweestapsverificatie is voor iedereen verplicht. Wil je die van jou uitschakelen? Zet dan eerst de verplichting uit bij Website-instellingen.',
  ],

  scanCode: [
    'Scan this code with your authenticator app',
    'Scan deze code met je authenticator-app',
  ],
  scanCodeText: [
    'Such as 2FAS, Aegis, Google Authenticator or your password manager.',
    'Bijvoorbeeld 2FAS, Aegis, Google Authenticator of je wachtwoordmanager.',
  ],
  qrCodeAlt: [
    'QR code that adds this account to an authenticator app',
    'QR-code die dit account aan een authenticator-app toevoegt',
  ],
  openAuthenticator: ['Open in your authenticator app', 'Openen in je authenticator-app'],
  typeSecret: [
    'No camera at hand? Type this key into the app:',
    'Geen camera bij de hand? Typ deze sleutel in de app:',
  ],
  copySecret: ['Copy the key', 'Sleutel kopiëren'],
  twoFactorSetupComplete: ['2FA Setup Complete', 'Tweestapsverificatie is ingesteld'],
  twoFactorSetupCompleteText: [
    'Keep your backup codes in a safe place.',
    'Bewaar je back-upcodes op een veilige plek.',
  ],
  failedToSetUp2FA: ['Failed to setup 2FA', 'Tweestapsverificatie instellen is mislukt'],
  failedToVerify2FA: ['Failed to verify 2FA', 'De code kon niet worden gecontroleerd'],
  enabledNotRefreshed: [
    '2FA enabled but failed to refresh user data. Please reload the page.',
    'Tweestapsverificatie is ingeschakeld, maar je gegevens konden niet worden bijgewerkt. Laad de pagina opnieuw.',
  ],

  disableTwoFactor: ['Disable two-factor authentication', 'Tweestapsverificatie uitschakelen'],
  disableTwoFactorText: [
    'After this you sign in with your password only. Confirm with a code from your authenticator app, or with a backup code.',
    'Hierna log je in met alleen je wachtwoord. Bevestig met een code uit je authenticator-app of met een back-upcode.',
  ],
  twoFactorDisabled: [
    'Two-factor authentication disabled',
    'Tweestapsverificatie is uitgeschakeld',
  ],
  failedToDisable2FA: ['Failed to disable 2FA', 'Tweestapsverificatie uitschakelen is mislukt'],
  disabledNotRefreshed: [
    '2FA disabled but failed to refresh user data. Please reload the page.',
    'Tweestapsverificatie is uitgeschakeld, maar je gegevens konden niet worden bijgewerkt. Laad de pagina opnieuw.',
  ],

  backupCodes: ['Backup codes', 'Back-upcodes'],
  backupCodesText: [
    'For when you don’t have your phone. Each code works once. They are only shown now, so save them before you go on.',
    'Voor als je je telefoon niet bij je hebt. Elke code werkt één keer. Je ziet ze alleen nu: bewaar ze voordat je verdergaat.',
  ],
  download: ['Download', 'Downloaden'],
  copy: ['Copy', 'Kopiëren'],
  copied: ['Copied', 'Gekopieerd'],
  failedToCopy: [
    'Copying is not possible here; select the text and copy it yourself',
    'Kopiëren lukt hier niet; selecteer de tekst en kopieer die zelf',
  ],
  codesUnsaved: [
    'Your new backup codes have not been saved yet. Make new ones and keep them in a safe place.',
    'Je nieuwe back-upcodes zijn nog niet bewaard. Maak nieuwe en bewaar ze op een veilige plek.',
  ],
  codesUnsavedLink: ['To your account', 'Naar je account'],
  codesSaved: ['I have saved them', 'Ik heb ze bewaard'],
  leaveCodesTitle: [
    'Leave without saving the backup codes?',
    'Weggaan zonder de back-upcodes te bewaren?',
  ],
  leaveCodesText: [
    'They will not be shown again. Download or copy them first.',
    'Je krijgt ze niet nog een keer te zien. Download of kopieer ze eerst.',
  ],
  leaveCodesConfirm: ['Leave without them', 'Weggaan'],
  newPhone: ['New phone', 'Nieuwe telefoon'],
  newPhoneHint: [
    'New phone? Set up the app on it here; two-factor stays on. Lost the old one? Use a backup code instead.',
    'Heb je een nieuwe telefoon? Stel hier de app erop in; tweestapsverificatie blijft aan. Ben je de oude kwijt? Vul dan een back-upcode in waar om een code wordt gevraagd.',
  ],
  newPhoneDone: ['Your new phone is set up', 'Je nieuwe telefoon is ingesteld'],
  newPhoneDoneText: [
    'The app on the old one no longer works. Keep your new backup codes in a safe place.',
    'De app op de oude telefoon werkt niet meer. Bewaar je nieuwe back-upcodes op een veilige plek.',
  ],
  newPhoneText: [
    'Your old phone keeps working until you have entered a code from the new one. You then get new backup codes, and other browsers are signed out.',
    'Je oude telefoon blijft werken tot je een code van de nieuwe hebt ingevuld. Daarna krijg je nieuwe back-upcodes en word je in andere browsers uitgelogd.',
  ],
  failedToNoteCodes: [
    'Failed to record that you saved the codes',
    'Er kon niet worden vastgelegd dat je de codes hebt bewaard',
  ],
  regenerateBackupCodes: ['Regenerate backup codes', 'Nieuwe back-upcodes maken'],
  regenerateQuestion: ['Make new backup codes?', 'Nieuwe back-upcodes maken?'],
  regenerateText: [
    'You get ten new codes. The old ones stop working at once.',
    'Je krijgt tien nieuwe codes. De oude werken meteen niet meer.',
  ],
  regenerate: ['Make new codes', 'Nieuwe codes maken'],
  backupCodesRegenerated: ['Backup codes regenerated', 'Er zijn nieuwe back-upcodes gemaakt'],
  failedToRegenerate: ['Failed to regenerate backup codes', 'Nieuwe back-upcodes maken is mislukt'],
} as const;
