import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '#i18n/en.ts';
import { nl } from '#i18n/nl.ts';
import { type Failure, failureWords, megabytes } from '../upload/upload-texts.ts';
import { noticeOf } from './bulk-texts.ts';
import { buildDraft, type Draft } from './draft.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: en }, nl: { translation: nl } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

const draft = (name: string, stage: Failure['stage'] = 'put'): Draft => ({
  ...buildDraft(new File(['x'], name)),
  failure: { stage, reason: null },
});

describe('the end of a run', () => {
  it('is a success with a number', () => {
    const created = [draft('a.jpg'), draft('b.jpg')];
    expect(noticeOf({ created, failed: [], error: null })).toEqual({
      kind: 'success',
      title: 'Successfully created 2 media item(s)',
    });
  });
  it('is a partial success in the words of the specification', () => {
    const failed = [draft('Vos.jpg'), draft('Das.jpg')];
    expect(noticeOf({ created: [draft('a.jpg')], failed, error: null })).toEqual({
      kind: 'error',
      title: 'Partial Success',
      text: 'Created 1 items successfully. 2 items failed: Vos, Das. Please review and retry the failed items.',
    });
  });
  it('names the one file that failed, else says that files did', () => {
    const text = (failed: Draft[], error: unknown = null) =>
      noticeOf({ created: [], failed, error }).text;
    const one = draft('vos.jpg', 'ticket');
    expect(text([one])).toBe('Failed to get upload URL for vos.jpg');
    expect(text([one, one])).toBe('Failed to upload files');
    const refused = draft('vos.jpg', 'create');
    expect(text([refused, refused])).toBe('Failed to create media items');
    expect(text([refused], new TypeError('x'))).toContain('Failed to create media items');
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
});
