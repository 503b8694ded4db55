/** Passkeys, and how many backup codes are left. */
export const passkeyTexts = {
  signInByPasskey: ['Sign in with a passkey', 'Inloggen met een passkey'],
  passkeys: ['Signing in without a password', 'Inloggen zonder wachtwoord'],
  passkeysText: [
    'With a passkey you sign in by your fingerprint, your face or the PIN of your device. No password or code is needed then, and there is nothing that others can guess.',
    'Met een passkey log je in met je vingerafdruk, je gezicht of de pincode van je apparaat. Een wachtwoord en een code zijn dan niet nodig, en er valt voor anderen niets te raden.',
  ],
  failedToLoadPasskeys: [
    'The passkeys could not be loaded',
    'De passkeys konden niet worden geladen',
  ],
  passkeyName: ['Name of the passkey', 'Naam van de passkey'],
  passkeyNameHint: [
    'So that you know later which device it is on.',
    'Zo weet je later op welk apparaat hij staat.',
  ],
  addPasskey: ['Add passkey', 'Passkey toevoegen'],
  noPasskeysHere: [
    'This browser can’t make passkeys here. Try another device, or ask the site builder.',
    'Deze browser kan hier geen passkeys maken. Probeer een ander apparaat, of vraag het aan de bouwer van de site.',
  ],
  rename: ['Rename', 'Naam wijzigen'],
  renameNamed: ['Rename {{name}}', 'Naam van {{name}} wijzigen'],
  failedToRenamePasskey: ['Failed to rename the passkey', 'De naam kon niet worden gewijzigd'],
  removePasskey: ['Remove', 'Verwijderen'],
  removePasskeyNamed: ['Remove {{name}}', '{{name}} verwijderen'],
  removePasskeyQuestion: ['Remove this passkey?', 'Deze passkey verwijderen?'],
  removePasskeyText: [
    'You can no longer sign in with “{{name}}”. Your device may still offer it; you can remove it there as well.',
    'Met “{{name}}” kun je niet meer inloggen. Misschien biedt je apparaat de passkey nog aan; je kunt hem daar ook verwijderen.',
  ],
  passkeyRemoved: ['Passkey removed', 'Passkey verwijderd'],
  failedToRemovePasskey: ['Failed to remove the passkey', 'De passkey kon niet worden verwijderd'],
  backupCodesLeft: [
    '{{n}} of {{of}} backup codes left.',
    'Nog {{n}} van {{of}} back-upcodes over.',
  ],
  backupCodesFew: [
    '{{n}} of {{of}} backup codes left. Make new ones before you need them.',
    'Nog {{n}} van {{of}} back-upcodes over. Maak nieuwe voordat je ze nodig hebt.',
  ],
} as const;
