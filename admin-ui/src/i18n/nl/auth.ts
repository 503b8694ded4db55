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
  invalidCredentials: 'Onjuiste gebruikersnaam of onjuist wachtwoord',
  enterUsernameAndPassword: 'Vul je gebruikersnaam en je wachtwoord in',
  invalidVerificationCode: 'Onjuiste verificatiecode',
};
