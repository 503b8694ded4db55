import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { en } from './en.ts';
import { failureText, reasonText, refusalText } from './failure-text.ts';
import { nl } from './nl.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'nl',
    resources: { en: { translation: en }, nl: { translation: nl } },
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

const refusal = (retryAfter: number | null) =>
  new ApiError(429, 'too_many_attempts', 'too_many_attempts', {}, retryAfter);

it('adds to a refusal how long to wait, in the language of the reader', () => {
  expect(reasonText(refusal(61))).toBe(
    'Te veel mislukte pogingen; probeer het later opnieuw\nJe kunt het over 1 minuut en 1 seconde opnieuw proberen.',
  );
  expect(reasonText(refusal(null))).toBe('Te veel mislukte pogingen; probeer het later opnieuw');
});
const taken = new ApiError(409, 'username_taken', 'name_taken');
const diskFull = new ApiError(507, 'disk_full', 'disk_full');
const offline = new TypeError('fetch failed');

it('says what failed alone, when nobody of ours said why', () => {
  const foreign = new ApiError(404, 'Not Found');
  expect(failureText('failedToUpdateMedia', foreign)).toBe(nl.failedToUpdateMedia);
});
it('adds why on a second line', () => {
  const what = nl.failedToUpdateMedia;
  expect(failureText('failedToUpdateMedia', taken)).toBe(`${what}\n${nl.username_taken}`);
  expect(failureText('failedToUpdateMedia', offline)).toBe(`${what}\n${nl.noConnection}`);
  expect(failureText('failedToUpdateMedia', diskFull)).toBe(`${what}\n${nl.disk_full}`);
  expect(failureText('failedToUpdateMedia', refusal(60))).toContain('1 minuut');
});
it('prefers the words of the server, alone, and says what failed without them', () => {
  expect(refusalText('failedToCreateUser', taken)).toBe(nl.username_taken);
  expect(refusalText('failedToCreateUser', diskFull)).toBe(nl.disk_full);
  const unknown = new ApiError(500, 'A text of its own');
  expect(refusalText('failedToCreateUser', unknown)).toBe('A text of its own');
  expect(refusalText('failedToCreateUser', offline)).toBe(
    `${nl.failedToCreateUser}\n${nl.noConnection}`,
  );
});
it('translates the bare status of a proxy', () => {
  for (const [status, text] of [
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
    [504, 'HTTP 504'],
  ] as const) {
    expect(reasonText(new ApiError(status, text))).toBe(nl.noConnection);
    expect(refusalText('failedToCreateUser', new ApiError(status, text))).toBe(
      `${nl.failedToCreateUser}\n${nl.noConnection}`,
    );
  }
  expect(reasonText(new ApiError(500, 'Internal Server Error'))).toBe(nl.internal);
});
