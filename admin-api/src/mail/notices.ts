/**
 * Mails to the owner of an account, in Dutch and English since the server doesn't know their language. Only requested
 * mails have a link, to the configured origin (threat T22).
 */
import type { Store } from '@veldlicht/database/open';
import { oneLine, queueMail } from './outbox.ts';

export interface Receiver {
  username: string;
  email: string;
}

/** The paragraphs of a mail about a formatted moment. */
type Paragraphs = (moment: string, name: string) => string[];

function momentIn(locale: 'nl-NL' | 'en-GB', at: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Amsterdam' } as const;
  return new Intl.DateTimeFormat(locale, format).format(at);
}

/** `about`: the moment in the texts; `now`: when the mail is queued. Both in milliseconds since 1970. */
function queueNotice(
  store: Store,
  { username, email }: Receiver,
  { about, now }: { about: number; now: number },
  [subject, dutch, english]: [subject: string, dutch: Paragraphs, english: Paragraphs],
  sealedWith?: Buffer,
): void {
  const name = oneLine(username);
  const paragraphs = [
    ...dutch(momentIn('nl-NL', about), name),
    '---',
    ...english(`${momentIn('en-GB', about)} (Dutch time)`, name),
  ];
  const body = `${paragraphs.join('\n\n')}\n`;
  const mail = { recipient: email, subject: `Veldlicht: ${subject}`, body };
  queueMail(store, { ...mail, ...(sealedWith && { sealedWith }) }, now);
}

/** Too many wrong sign-ins: unknown browsers are refused until `until` (ms since 1970; threat T2). */
export function noticeAccountBlocked(
  store: Store,
  user: Receiver,
  { until, address }: { until: number; address: string },
  now: number,
): void {
  const from = oneLine(address);
  queueNotice(store, user, { about: until, now }, [
    'account tijdelijk geblokkeerd / account blocked for a while',
    (moment, name) => [
      `Er is heel vaak met een verkeerd wachtwoord geprobeerd in te loggen als ${name}, het laatst vanaf ${from}.`,
      `Daarom kan er tot ${moment} niemand inloggen, behalve in browsers waarin je eerder bent ingelogd.`,
      'Was jij dit niet? Dan hoef je niets te doen: je wachtwoord is niet geraden. Kom je er zelf niet in, vraag dan op de inlogpagina een nieuw wachtwoord aan: daarmee vervalt de blokkade.',
    ],
    (moment, name) => [
      `Somebody tried to sign in as ${name} with a wrong password very many times, most recently from ${from}.`,
      `Signing in is therefore refused until ${moment}, except in browsers you have signed in with before.`,
      'Was this not you? There is nothing you need to do: your password was not guessed. If you are shut out yourself, ask for a new password on the sign-in page: that ends the block.',
    ],
  ]);
}

/** A full sign-in in a browser that was not known (threat T2). */
export function noticeNewDevice(
  store: Store,
  user: Receiver,
  { address }: { address: string },
  now: number,
): void {
  const from = oneLine(address);
  queueNotice(store, user, { about: now, now }, [
    'ingelogd op een nieuw apparaat / signed in on a new device',
    (moment, name) => [
      `Op ${moment} is er ingelogd als ${name} in een browser die we nog niet kenden, vanaf ${from}.`,
      'Was jij dit? Dan hoef je niets te doen.',
      'Was jij dit niet? Log dan in op het beheer en wijzig meteen je wachtwoord: overal elders word je dan uitgelogd.',
    ],
    (moment, name) => [
      `On ${moment} somebody signed in as ${name} in a browser we did not know yet, from ${from}.`,
      'Was this you? Then there is nothing you need to do.',
      'Was this not you? Sign in to the admin and change your password at once: that signs you out everywhere else.',
    ],
  ]);
}

/** A passkey's counter went back: somebody may have a copy of it. */
export function noticePasskeyRefused(
  store: Store,
  user: Receiver,
  { passkey, address }: { passkey: string; address: string },
  now: number,
): void {
  const [which, from] = [oneLine(passkey), oneLine(address)];
  queueNotice(store, user, { about: now, now }, [
    'inloggen met een passkey geweigerd / sign-in with a passkey refused',
    (moment, name) => [
      `Op ${moment} heeft iemand vanaf ${from} geprobeerd in te loggen als ${name} met de passkey “${which}”. Dat is geweigerd: misschien bestaat er een kopie van deze passkey.`,
      'Log in met je wachtwoord, verwijder de passkey bij Mijn account en voeg daar een nieuwe toe.',
    ],
    (moment, name) => [
      `On ${moment} a sign-in as ${name} with the passkey “${which}” was refused, from ${from}. There may be a copy of this passkey.`,
      'Sign in with your password, remove the passkey under My account and add a new one there.',
    ],
  ]);
}

/** Sentences about changes of an account, in Dutch and English. */
const changes = {
  'two-factor-on': [
    'Tweestapsverificatie is ingeschakeld.',
    'Two-factor authentication was turned on.',
  ],
  'two-factor-off': [
    'Tweestapsverificatie is uitgeschakeld.',
    'Two-factor authentication was turned off.',
  ],
  'two-factor-replaced': [
    'De authenticator-app is vervangen door een andere. Er zijn nieuwe back-upcodes gemaakt.',
    'The authenticator app was replaced by another one. New backup codes were made.',
  ],
  'backup-codes': [
    'Er zijn nieuwe back-upcodes gemaakt. De oude werken niet meer.',
    'New backup codes were made. The old ones no longer work.',
  ],
  'backup-code-used': ['Er is een back-upcode gebruikt.', 'A backup code was used.'],
  'passkey-added': [
    'Er is een passkey toegevoegd om mee in te loggen. Was jij dit niet? Verwijder hem dan bij Mijn account.',
    'A passkey to sign in with was added. Was this not you? Remove it under My account.',
  ],
  'passkey-removed': ['Er is een passkey verwijderd.', 'A passkey was removed.'],
  password: ['Het wachtwoord is gewijzigd.', 'The password was changed.'],
  email: ['Het e-mailadres is gewijzigd.', 'The email address was changed.'],
  role: ['De rol is gewijzigd.', 'The role was changed.'],
  status: [
    'Het account is actief of inactief gemaakt.',
    'The account was made active or inactive.',
  ],
  'password-by-builder': [
    'De bouwer van de site heeft een nieuw wachtwoord ingesteld en geeft je dat zelf. Kies na het inloggen een eigen wachtwoord. Je bent overal uitgelogd.',
    'The site builder set a new password and will give it to you. Choose your own after signing in. You are signed out everywhere.',
  ],
  'two-factor-by-builder': [
    'De bouwer van de site heeft tweestapsverificatie uitgeschakeld en de passkeys verwijderd. Log in met je wachtwoord en stel ze opnieuw in. Je bent overal uitgelogd.',
    'The site builder turned two-factor authentication off and removed the passkeys. Sign in with your password and set them up again. You are signed out everywhere.',
  ],
} as const;

/**
 * Access to the account changed; nothing for an empty list. Mails the old and the new address, so that somebody who
 * takes an account over is not the only one to know.
 */
export function noticeAccountChange(
  store: Store,
  user: Receiver,
  changed: readonly (keyof typeof changes)[],
  now: number,
  newEmail = user.email,
): void {
  if (changed.length === 0) return;
  for (const email of new Set([user.email, newEmail]))
    queueNotice(store, { ...user, email }, { about: now, now }, [
      'je account is gewijzigd / your account was changed',
      (moment, name) => [
        `Op ${moment} is het account ${name} gewijzigd:`,
        changed.map((change) => `- ${changes[change][0]}`).join('\n'),
        'Heb je dit zelf gedaan of erom gevraagd? Dan hoef je niets te doen.',
        'Zo niet, log dan in op het beheer en wijzig meteen je wachtwoord: overal elders word je dan uitgelogd. Kom je er niet meer in, neem dan meteen contact op met de bouwer van de site.',
      ],
      (moment, name) => [
        `On ${moment} the account ${name} was changed:`,
        changed.map((change) => `- ${changes[change][1]}`).join('\n'),
        'Did you do this yourself, or ask for it? Then there is nothing you need to do.',
        'If not, sign in to the admin and change your password at once: that signs you out everywhere else. If you cannot get in any more, contact the site builder at once.',
      ],
    ]);
}

/** A link that sets a password. */
interface MailedLink {
  url: string;
  /** Expiry, in milliseconds since 1970. */
  until: number;
  /** Seals the mail until it is sent. */
  key: Buffer;
}

export function mailResetLink(
  store: Store,
  user: Receiver,
  { url, until, key }: MailedLink,
  now: number,
): void {
  const texts: Parameters<typeof queueNotice>[3] = [
    'nieuw wachtwoord instellen / set a new password',
    (moment, name) => [
      `Er is een nieuw wachtwoord aangevraagd voor ${name}. Stel het in met deze link, die één keer werkt, tot ${moment}:`,
      url,
      'Heb je hier niet om gevraagd? Dan hoef je niets te doen: je wachtwoord blijft zoals het is.',
    ],
    (moment, name) => [
      `Somebody asked for a new password for ${name}. Set it with this link. It works once, until ${moment}:`,
      url,
      'Did you not ask for this? There is nothing you need to do: your password stays as it is.',
    ],
  ];
  queueNotice(store, user, { about: until, now }, texts, key);
}

export function mailInvitation(
  store: Store,
  user: Receiver,
  { url, until, key, by, host }: MailedLink & { by: string; host: string },
  now: number,
): void {
  const inviter = oneLine(by);
  const texts: Parameters<typeof queueNotice>[3] = [
    'uitnodiging / invitation',
    (moment, name) => [
      `${inviter} nodigt je uit om mee te werken aan ${host}. Je gebruikersnaam is ${name}.`,
      `Kies je eigen wachtwoord met deze link, die één keer werkt, tot ${moment}:`,
      url,
      'Verwachtte je dit niet? Dan hoef je niets te doen.',
    ],
    (moment, name) => [
      `${inviter} invites you to work on ${host}. Your username is ${name}.`,
      `Choose your own password with this link. It works once, until ${moment}:`,
      url,
      'Did you not expect this? There is nothing you need to do.',
    ],
  ];
  queueNotice(store, user, { about: until, now }, texts, key);
}
