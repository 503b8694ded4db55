import type { auth as english } from '../en/auth.ts';

export const auth: Record<keyof typeof english, string> = {
  signIn: 'Inloggen',
  signInText: 'De werkbank achter de site',
  username: 'Gebruikersnaam',
  password: 'Wachtwoord',
  showPassword: 'Wachtwoord tonen',
  hidePassword: 'Wachtwoord verbergen',
  loginSuccessful: 'Ingelogd',
  welcomeBack: 'Welkom terug!',
  loginFailed: 'Inloggen is mislukt',

  signingInAs: 'Inloggen als {{name}}',
  verificationCode: 'Verificatiecode',
  verificationCodeHint: 'De 6 cijfers die je authenticator-app nu toont',
  backupCode: 'Back-upcode',
  backupCodeHint: 'Een van de codes van 8 tekens die je hebt bewaard; elke code werkt één keer',
  useBackupCode: 'Back-upcode gebruiken',
  useAuthenticatorCode: 'Authenticator-app gebruiken',
  back: 'Terug',
  verify: 'Controleren',
  logoutUnsavedTitle: 'Uitloggen zonder op te slaan?',
  logoutUnsavedText: 'Wat je nog niet hebt opgeslagen, gaat verloren.',
  confirmTitle: 'Bevestig dat jij het bent',
  confirmText:
    'Voordat dit gebeurt, willen we zeker weten dat jij het bent. Daarna vragen we er tien minuten niet meer om.',
  confirmAction: 'Bevestigen',
  wrongPassword: 'Onjuist wachtwoord',
  enterPassword: 'Vul je wachtwoord in',
  sessionEnded: 'Je sessie is verlopen',
  sessionEndedText:
    'Log opnieuw in om verder te gaan waar je was. Alles op deze pagina blijft staan.',
  signInAsSomeoneElse: 'Inloggen als iemand anders',
  leaveSignInTitle: 'Deze pagina verlaten?',
  tryAgainIn: 'Je kunt het over {{wait}} opnieuw proberen.',
  waitMinutes_one: '{{count}} minuut',
  waitMinutes_other: '{{count}} minuten',
  waitSeconds_one: '{{count}} seconde',
  waitSeconds_other: '{{count}} seconden',
  waitBoth: '{{minutes}} en {{seconds}}',

  twoFactorRequired: 'Tweestapsverificatie vereist',
  twoFactorRequiredText:
    'Wie aan deze site werkt, logt in met een tweede stap: een code uit een app op je telefoon. Instellen duurt twee minuten; daarna gaat het beheer open.',
  setUpNow: 'Nu instellen',
};
