import { reason } from '@veldlicht/contract/reason';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { ApiError } from '#lib/api.ts';
import { allTexts } from '#testing/texts.ts';
import {
  failureText,
  listText,
  reasonText,
  refusalText,
  serverText,
  waitText,
} from './failure-text.ts';
import { changeLanguage } from './i18n.ts';
import { nl } from './nl.ts';

await allTexts('en');
await changeLanguage('nl');

const refusal = (retryAfter: number | null) =>
  new ApiError(429, 'too_many_attempts', 'too_many_attempts', {}, retryAfter);
const taken = new ApiError(409, 'username_taken', 'name_taken');
const diskFull = new ApiError(507, 'disk_full', 'disk_full');
const offline = new TypeError('fetch failed');
const what = nl.failedToCreateUser;

it('adds how long to wait, in the current language', () => {
  expect(reasonText(refusal(61))).toBe(
    'Te veel mislukte pogingen; probeer het later opnieuw\nJe kunt het over 1 minuut en 1 seconde opnieuw proberen.',
  );
  expect(reasonText(refusal(null))).toBe('Te veel mislukte pogingen; probeer het later opnieuw');
});

it('adds our reason on a second line, and none from a proxy', () => {
  expect(failureText('failedToCreateUser', new ApiError(404, 'Not Found'))).toBe(what);
  expect(failureText('failedToCreateUser', taken)).toBe(`${what}\n${nl.username_taken}`);
  expect(failureText('failedToCreateUser', offline)).toBe(`${what}\n${nl.noConnection}`);
  expect(failureText('failedToCreateUser', diskFull)).toBe(`${what}\n${nl.disk_full}`);
  expect(failureText('failedToCreateUser', refusal(60))).toContain('1 minuut');
});

it('translates a reason within a reason', () => {
  const why = reason('import_twice', { key: 'flickr:1' });
  const line = reason('import_line', { file: 'items.jsonl', line: 3, why });
  expect(serverText(line)).toBe('items.jsonl, regel 3: flickr:1 komt twee keer voor');
});

it('prefers the server’s message alone, else says what failed', () => {
  expect(refusalText('failedToCreateUser', taken)).toBe(nl.username_taken);
  expect(refusalText('failedToCreateUser', diskFull)).toBe(nl.disk_full);
  const unknown = new ApiError(500, 'A text of its own');
  expect(refusalText('failedToCreateUser', unknown)).toBe('A text of its own');
  expect(refusalText('failedToCreateUser', offline)).toBe(`${what}\n${nl.noConnection}`);
});

it.each([
  [500, 'Internal Server Error', nl.internal],
  [502, 'Bad Gateway', nl.noConnection],
  [503, 'Service Unavailable', nl.noConnection],
  [504, 'HTTP 504', nl.noConnection],
])('translates the bare status %i of a proxy', (status, text, expected) => {
  expect(reasonText(new ApiError(status, text))).toBe(expected);
  expect(refusalText('failedToCreateUser', new ApiError(status, text))).toBe(
    `${what}\n${expected}`,
  );
});

it.each([
  [0, '1 second', '1 seconde'],
  [59, '59 seconds', '59 seconden'],
  [59.1, '1 minute', '1 minuut'],
  [61, '1 minute and 1 second', '1 minuut en 1 seconde'],
  [125, '2 minutes and 5 seconds', '2 minuten en 5 seconden'],
])('formats a wait of %d seconds, rounded up, in both languages', (seconds, english, dutch) => {
  expect(waitText(seconds, i18next.getFixedT('en'))).toBe(english);
  expect(waitText(seconds, i18next.getFixedT('nl'))).toBe(dutch);
});

it('fills the parameters of a reason, in the current language', () => {
  expect(serverText(reason('in_use', { n: 3 }))).toBe(
    'Deze categorie wordt door 3 media-items gebruikt',
  );
  expect(serverText(reason('item_not_made', { title: 'Ree? & “vos”' }))).toBe(
    'De pagina van “Ree? & “vos”” kon niet worden gemaakt',
  );
});

it('lists file types in the current language', () => {
  expect(serverText('tiff_refused')).toMatch(
    /^Zo’n TIFF .*LZW, ZIP of JPEG\. Gebruik JPEG, .* of MTS\.$/,
  );
});

it('translates errors of forms by their key', () => {
  expect(serverText('passwordsDiffer')).toBe(nl.passwordsDiffer);
});

it('leaves a text without a known code unchanged', () => {
  expect(serverText('The moon is full')).toBe('The moon is full');
});

it('translates the last "or" of a list and no other', () => {
  expect(listText('JPEG, PNG or WebP', 'of')).toBe('JPEG, PNG of WebP');
  expect(listText('JPEG', 'of')).toBe('JPEG');
  expect(listText('for or against or neither', 'of')).toBe('for or against of neither');
});
