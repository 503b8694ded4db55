import { describe, expect, it } from 'vitest';
import { changeLanguage } from '#i18n/i18n.ts';
import { allTexts } from '#testing/texts.ts';
import { type Failure, failureWords, megabytes } from '../upload/upload-texts.ts';
import type { RunOutcome } from './bulk-session.ts';
import { noticeOf } from './bulk-texts.ts';
import { buildDraft, type Draft } from './draft.ts';

await allTexts('en');

const draft = (name: string, stage: Failure['stage'] = 'put'): Draft => ({
  ...buildDraft(new File(['x'], name)),
  failure: { stage, reason: null },
});

describe('the end of a run', () => {
  const done: RunOutcome = { end: 'done', created: [], failed: [], error: null };
  const vos = draft('Vos.jpg', 'ticket');
  const refused = draft('Vos.jpg', 'create');

  it.each<[Partial<RunOutcome>, string, string?]>([
    [{ created: [vos, vos] }, 'Successfully created 2 media item(s)'],
    [
      { created: [vos], failed: [vos, draft('Das.jpg')] },
      'Partial Success',
      'Created 1 items successfully. 2 items failed: Vos, Das. Please review and retry the failed items.',
    ],
    [{ failed: [vos] }, 'Error', 'Failed to get upload URL for Vos.jpg'],
    [{ failed: [vos, vos] }, 'Error', 'Failed to upload files'],
    [{ failed: [refused, refused] }, 'Error', 'Failed to create media items'],
    [
      { end: 'noCategory' },
      'Error',
      'All files must have a category. Please set a category for the first image.',
    ],
  ])('%#: is told in the words of the specification', (outcome, title, text) => {
    const kind = title.startsWith('Success') ? 'success' : 'error';
    expect(noticeOf({ ...done, ...outcome })).toEqual({ kind, title, text });
  });
  it('says why no item could be made, and nothing when it was stopped', () => {
    const text = noticeOf({ ...done, failed: [refused], error: new TypeError('x') })?.text;
    expect(text).toContain('Failed to create media items');
    expect(noticeOf({ ...done, end: 'stopped' })).toBeNull();
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
  await changeLanguage('nl');
  expect(megabytes(12_345_678)).toBe('11,8');
});
