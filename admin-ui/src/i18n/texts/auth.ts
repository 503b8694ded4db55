export const auth = {
  signIn: ['Sign in', 'Inloggen'],
  signInText: ['Sign in to manage the site', 'Log in om de site te beheren'],
  username: ['Username', 'Gebruikersnaam'],
  usernameOrEmail: ['Your email address works too.', 'Je e-mailadres mag ook.'],
  password: ['Password', 'Wachtwoord'],
  showPassword: ['Show password', 'Wachtwoord tonen'],
  hidePassword: ['Hide password', 'Wachtwoord verbergen'],
  loginSuccessful: ['Login successful', 'Ingelogd'],
  welcomeBack: ['Welcome back!', 'Welkom!'],
  loginFailed: ['Login failed', 'Inloggen is mislukt'],

  signingInAs: ['Signing in as {{name}}', 'Inloggen als {{name}}'],
  verificationCode: ['Verification code', 'Verificatiecode'],
  verificationCodeHint: [
    'The 6 digits your authenticator app shows now',
    'De 6 cijfers die nu in je authenticator-app staan',
  ],
  backupCode: ['Backup code', 'Back-upcode'],
  backupCodeHint: [
    'One of the 8-character codes you saved; each works once',
    'Een van de codes van 8 tekens die je hebt bewaard; elke code werkt één keer',
  ],
  useBackupCode: ['Use a backup code', 'Back-upcode gebruiken'],
  useAuthenticatorCode: ['Use the authenticator app', 'Authenticator-app gebruiken'],
  back: ['Back', 'Terug'],
  verify: ['Verify', 'Controleren'],
  logoutUnsavedTitle: ['Log out without saving?', 'Uitloggen zonder op te slaan?'],
  logoutUnsavedText: [
    'What you have not saved yet will be lost.',
    'Wat je nog niet hebt opgeslagen, gaat verloren.',
  ],
  confirmTitle: ['Confirm it’s you', 'Bevestig dat jij het bent'],
  confirmText: [
    'Before we go on, we want to be sure that it’s you. After that we won’t ask again for ten minutes.',
    'Voor deze stap willen we zeker weten dat jij het bent. Daarna vragen we het tien minuten lang niet meer.',
  ],
  confirmAction: ['Confirm', 'Bevestigen'],
  wrongPassword: ['Wrong password', 'Onjuist wachtwoord'],
  enterPassword: ['Please enter your password', 'Vul je wachtwoord in'],
  sessionEnded: ['Your session has ended', 'Je bent niet meer ingelogd'],
  sessionEndedText: [
    'Sign in again to continue where you were. Everything on this page stays as it is.',
    'Log opnieuw in, dan ga je verder waar je was. Alles op deze pagina blijft staan.',
  ],
  signInAsSomeoneElse: ['Sign in as someone else', 'Inloggen als iemand anders'],
  leaveSignInTitle: ['Leave this page?', 'Deze pagina verlaten?'],
  tryAgainIn: ['You can try again in {{wait}}.', 'Je kunt het over {{wait}} opnieuw proberen.'],
  waitMinutes_one: ['{{count}} minute', '{{count}} minuut'],
  waitMinutes_other: ['{{count}} minutes', '{{count}} minuten'],
  waitSeconds_one: ['{{count}} second', '{{count}} seconde'],
  waitSeconds_other: ['{{count}} seconds', '{{count}} seconden'],
  waitBoth: ['{{minutes}} and {{seconds}}', '{{minutes}} en {{seconds}}'],

  twoFactorRequired: ['Two-factor required', 'Tweestapsverificatie is verplicht'],
  twoFactorRequiredText: [
    'Everyone who works on this site signs in with a second step: a code from an app on your phone. Setting it up takes two minutes; after that the panel opens.',
    'Wie aan deze site werkt, logt in met een tweede stap: een code uit een app op de telefoon. Instellen duurt twee minuten; daarna kun je het beheer in.',
  ],
  setUpNow: ['Set up now', 'Nu instellen'],

  // Help on the sign-in page, reset by mail, invitations.
  forgotPassword: ['Forgot your password?', 'Wachtwoord vergeten?'],
  signInHelp: ['Can’t sign in?', 'Lukt het inloggen niet?'],
  helpPassword: [
    'Lost your password? Ask for a new one with “Forgot your password?”.',
    'Wachtwoord kwijt? Vraag een nieuw aan met “Wachtwoord vergeten?”.',
  ],
  helpPhone: [
    'Lost your phone? Fill in your password, and choose “Use a backup code” in the next step.',
    'Telefoon kwijt? Vul je wachtwoord in en kies bij de volgende stap “Back-upcode gebruiken”.',
  ],
  helpAdmin: [
    'Lost those too? Another admin can delete your account and invite you again. Your photos and texts stay.',
    'Die ook kwijt? Een andere beheerder kan je account verwijderen en je opnieuw uitnodigen. Je foto’s en teksten blijven staan.',
  ],
  helpBuilder: [
    'On the server, in the folder of the site: “npm run user” sets a new password or removes the second step.',
    'Op de server, in de map van de site: “npm run user” stelt een nieuw wachtwoord in of haalt de tweede stap weg.',
  ],

  forgotText: [
    'Fill in your username or email address. You get an email with a link to set a new password.',
    'Vul je gebruikersnaam of e-mailadres in. Je krijgt een mail met een link om een nieuw wachtwoord in te stellen.',
  ],
  nameOrEmail: ['Username or email address', 'Gebruikersnaam of e-mailadres'],
  sendResetLink: ['Send the link', 'Stuur de link'],
  resetSent: [
    'If there is an account with this name or address, a link is on its way to it. It works once, for thirty minutes.',
    'Als er een account met deze naam of dit adres bestaat, is er een link naartoe gestuurd. Die werkt één keer, en dertig minuten lang.',
  ],
  resetNothing: [
    'Nothing arrived? Check your spam folder, or ask another admin or the site builder.',
    'Niets ontvangen? Kijk bij ongewenste mail, of vraag het aan een andere beheerder of aan de bouwer van de site.',
  ],
  resetNoMail: [
    'This site sends no email yet, so you can’t request a new password here. Ask another admin, or the site builder.',
    'Deze site verstuurt nog geen e-mail, dus je kunt hier geen nieuw wachtwoord aanvragen. Vraag het aan een andere beheerder of aan de bouwer van de site.',
  ],
  failedToAskReset: ['The link could not be sent', 'De link kon niet worden gestuurd'],
  toSignIn: ['To the sign-in page', 'Naar de inlogpagina'],

  setPassword: ['Set a new password', 'Nieuw wachtwoord instellen'],
  welcomeInvited: ['Welcome', 'Welkom'],
  setPasswordFor: ['For {{name}}', 'Voor {{name}}'],
  choosePasswordFor: [
    'Your username is {{name}}. Choose a password that only you know.',
    'Je gebruikersnaam is {{name}}. Kies een wachtwoord dat alleen jij kent.',
  ],
  savePassword: ['Save password', 'Wachtwoord opslaan'],
  passwordSet: [
    'Your password is set. Sign in with it.',
    'Je wachtwoord is ingesteld. Log ermee in.',
  ],
  failedToSetPassword: [
    'The password could not be set',
    'Het wachtwoord kon niet worden ingesteld',
  ],
  linkGone: ['This link doesn’t work any more', 'Deze link werkt niet meer'],
  linkGoneText: [
    'It has already been used or has expired. Request a new one, or ask the person who invited you.',
    'De link is al gebruikt of verlopen. Vraag een nieuwe aan, of vraag erom bij degene die je heeft uitgenodigd.',
  ],
  askNewLink: ['Request a new link', 'Nieuwe link aanvragen'],

  signInByPasskey: ['Sign in with a passkey', 'Inloggen met een passkey'],
  sixDigitCode: ['6-digit code', 'Code van 6 cijfers'],
  sixDigitCodeHint: ['The code that the app shows now', 'De code die nu in de app staat'],
  code: ['Code', 'Code'],
  backupCodesLeft: [
    '{{n}} of {{of}} backup codes left.',
    'Nog {{n}} van {{of}} back-upcodes over.',
  ],
  backupCodesFew: [
    '{{n}} of {{of}} backup codes left. Make new ones before you need them.',
    'Nog {{n}} van {{of}} back-upcodes over. Maak nieuwe voordat je ze nodig hebt.',
  ],
  newPassword: ['New password', 'Nieuw wachtwoord'],
  newPasswordHint: [
    'At least {{n}} characters. A few words in a row are easy to remember.',
    'Minstens {{n}} tekens. Een paar woorden achter elkaar onthoud je makkelijk.',
  ],
  repeatPassword: ['Repeat the new password', 'Nieuw wachtwoord herhalen'],
  passwordsDiffer: ['The two passwords are not the same', 'De wachtwoorden komen niet overeen'],
} as const;
