import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '#i18n/en.ts';
import { nl } from '#i18n/nl.ts';
import { failureWords, megabytes, noticeOf, percentOf } from './bulk-texts.ts';
import { buildDraft, type Draft, type DraftFailure } from './draft.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: en }, nl: { translation: nl } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

const draft = (name: string, failure: DraftFailure | null = null): Draft => ({
  ...buildDraft(new File(['x'], name)),
  failure,
});
const error = null;

describe('the end of a run', () => {
  it('is a success with a number', () => {
    const outcome = { created: [draft('a.jpg'), draft('b.jpg')], failed: [], error };
    expect(noticeOf(outcome)).toEqual({
      kind: 'success',
      title: 'Successfully created 2 media item(s)',
    });
  });
  it('is a partial success in the words of the specification', () => {
    const failed = ['Vos.jpg', 'Das.jpg'].map((name) =>
      draft(name, { stage: 'put', reason: null }),
    );
    expect(noticeOf({ created: [draft('a.jpg')], failed, error })).toEqual({
      kind: 'error',
      title: 'Partial Success',
      text: 'Created 1 items successfully. 2 items failed: Vos, Das. Please review and retry the failed items.',
    });
  });
  it('names the one file that failed, else says that files did', () => {
    const one = draft('vos.jpg', { stage: 'ticket', reason: null });
    const texts = (failed: Draft[], why: unknown = null) =>
      noticeOf({ created: [], failed, error: why }).text;
    expect(texts([one])).toBe('Failed to get upload URL for vos.jpg');
    expect(texts([one, one])).toBe('Failed to upload files');
    const unmade = draft('vos.jpg', { stage: 'create', reason: 'There is no category zee' });
    expect(texts([unmade, unmade])).toBe('Failed to create media items');
    expect(texts([unmade, unmade], new TypeError('x'))).toContain('Failed to create media items');
  });
});

it.each([
  ['ticket', 'Failed to get upload URL for vos.jpg: The disk is full'],
  ['put', 'Failed to upload vos.jpg: The disk is full'],
  ['finalise', 'Failed to process vos.jpg: The disk is full'],
  ['create', 'Failed to create media items: The disk is full'],
  ['missing', 'Choose this file again'],
] as const)('says why a file failed at %s', (stage, text) => {
  expect(failureWords('vos.jpg', { stage, reason: 'The disk is full' })).toBe(text);
});

it('tells sizes in the language of the panel', async () => {
  expect([0, 1, 1024 * 1024, 12_345_678].map(megabytes)).toEqual(['0.0', '0.1', '1.0', '11.8']);
  await i18next.changeLanguage('nl');
  expect(megabytes(12_345_678)).toBe('11,8');
  await i18next.changeLanguage('en');
});

it('counts no more than a hundred percent, also of an empty file', () => {
  expect([percentOf(0, 0), percentOf(1, 0), percentOf(5, 10), percentOf(11, 10)]).toEqual([
    0, 100, 50, 100,
  ]);
});
