import { categoryInput, categoryReorder } from '@veldlicht/contract/category';
import { mediaBulkUpdate, mediaInput } from '@veldlicht/contract/media';
import { isReasonCode, readReason, reason } from '@veldlicht/contract/reason';
import { settingsPatch } from '@veldlicht/contract/settings';
import { codeInput } from '@veldlicht/contract/two-factor';
import { newUser, passwordChange } from '@veldlicht/contract/user';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { startTexts } from './i18n.ts';
import { nl } from './nl.ts';
import { listText, serverText } from './server-text.ts';

startTexts('nl');

const LONG = 'x'.repeat(6000);
const user = { username: 'anna', email: 'anna@example.nl', role: 'editor', password: LONG };
const wrong: Array<[string, z.ZodType, object]> = [
  ['no passwords', passwordChange, { currentPassword: '', newPassword: 'short' }],
  ['a new user without a password', newUser, { ...user, password: '' }],
  ['an account of signs', newUser, { ...user, username: 'a b', email: 'anna' }],
  ['no code', codeInput, { token: '' }],
  ['a category without a type', categoryInput, { name: 'a,b', type: 'x', description: LONG }],
  ['two entries in one place', categoryReorder, { updates: [{ id: 'a', sortOrder: 0 }] }],
  ['an item without a title', mediaInput, { title: '', date: 'x', publishFrom: 'x', alt: LONG }],
  ['no field to change', mediaBulkUpdate, { ids: [], data: {} }],
  [
    'settings',
    settingsPatch,
    { googleAnalyticsId: 'x', profile: { businessUrl: 'x', about: LONG } },
  ],
];

it.each(wrong)('the contract refuses %s for reasons that have a text', (_name, schema, value) => {
  const messages = schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
  // The API says its own sentence for a field of the wrong kind, which the forms never send.
  const said = messages.filter((message) => !message.startsWith('Invalid'));
  expect(said).not.toEqual([]);
  expect(said.filter((message) => !isReasonCode(readReason(message).code))).toEqual([]);
});

it('says a reason with its parameters, in the language of the panel', () => {
  expect(serverText(reason('in_use', { n: 3 }))).toBe(
    'Deze categorie wordt door 3 media-items gebruikt',
  );
  expect(serverText(reason('item_not_made', { title: 'Ree? & “vos”' }))).toBe(
    'De pagina van “Ree? & “vos”” kon niet worden gemaakt',
  );
});

it('names the kinds of files in the language of the panel', () => {
  expect(serverText('tiff_refused')).toMatch(
    /^Dit soort TIFF .*LZW, ZIP of JPEG\. Gebruik JPEG, .* of WebM\.$/,
  );
});

it('says what a form found, by a key of the catalogue', () => {
  expect(serverText('passwordsDiffer')).toBe(nl.passwordsDiffer);
});

it('leaves a text as it is whose code nobody knows', () => {
  expect(serverText('The moon is full')).toBe('The moon is full');
});

it('links the last of a list in the language of the reader, and leaves every other "or" alone', () => {
  expect(listText('JPEG, PNG or WebP', 'of')).toBe('JPEG, PNG of WebP');
  expect(listText('JPEG', 'of')).toBe('JPEG');
  expect(listText('for or against or neither', 'of')).toBe('for or against of neither');
});
