/** Refuses common passwords (NIST SP 800-63B-4 §3.1.1.2). */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { foldName } from '@veldlicht/contract/name';
import { reason } from '@veldlicht/contract/reason';
import { invalidField } from '#http/app-error.ts';

const COMMON_PASSWORD = reason('password_too_common');

interface PasswordOwner {
  username: string;
  email: string;
}

type WordList = Pick<ReadonlySet<string>, 'has'>;

const LIST = '@zxcvbn-ts/language-common/src/passwords.json';
/** Guessed as early as the user's own names. */
const PRODUCT = 'veldlicht';

/** Repeating a piece of at most this many characters adds no strength. */
const SHORT_PIECE = 8;

/** Strips digits, punctuation, symbols and spaces at both ends: people add them to satisfy a rule. */
const CORE = /[^\p{N}\p{P}\p{S}\p{Z}](?:.*[^\p{N}\p{P}\p{S}\p{Z}])?/su;

function coreOf(folded: string): string {
  return CORE.exec(folded)?.[0] ?? '';
}

/** Whether a text repeats one short piece; the last may be cut off. */
function isRepeated(text: string): boolean {
  const characters = [...text];
  if (characters.length < SHORT_PIECE) return false;
  return Array.from({ length: SHORT_PIECE }, (_, i) => i + 1).some(
    (size) =>
      characters.length >= 2 * size &&
      characters.every((character, i) => i < size || character === characters[i - size]),
  );
}

function namesOf({ username, email }: PasswordOwner): string[] {
  return [username, email, email.split('@')[0] ?? '', PRODUCT].map(foldName);
}

/**
 * Whether a password is on the list of common ones, also with digits and signs around it, nothing but those, a name
 * of its owner, or a short piece repeated.
 */
export function isCommonPassword(
  password: string,
  owner: PasswordOwner,
  common: WordList,
): boolean {
  const folded = foldName(password);
  const core = coreOf(folded);
  if (core === '' || common.has(folded) || common.has(core)) return true;
  const names = namesOf(owner);
  if (names.includes(folded) || names.map(coreOf).includes(core)) return true;
  return isRepeated(folded) || isRepeated(core);
}

/**
 * Reads the list for each check: passwords are set rarely, and keeping it costs 5 MB. Searching the JSON text takes a
 * tenth of the time of building a set; no entry has a character that JSON escapes.
 */
async function readCommonPasswords(): Promise<WordList> {
  const list = await readFile(createRequire(import.meta.url).resolve(LIST), 'utf8');
  return { has: (word) => list.includes(JSON.stringify(word)) };
}

/** As `isCommonPassword`, with the bundled list. */
export async function isTooCommon(password: string, owner: PasswordOwner): Promise<boolean> {
  return isCommonPassword(password, owner, await readCommonPasswords());
}

/** Throws `invalid_input` for this field when the password is too common. */
export async function refuseCommonPassword(
  field: string,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  if (await isTooCommon(password, owner)) throw invalidField(field, COMMON_PASSWORD);
}
