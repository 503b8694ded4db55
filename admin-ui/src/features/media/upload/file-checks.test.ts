import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { expect, it } from 'vitest';
import { MAX_FILE_TEXT, PICKER_ACCEPT, refusalOf } from './file-checks.ts';

const file = (type: string, size = 1, name = 'x') => ({ name, type, size });

it('takes pictures and videos up to the exact limit', () => {
  expect(refusalOf(file('image/png', MAX_FILE_BYTES))).toBeNull();
  expect(refusalOf(file('video/mp4', MAX_FILE_BYTES + 1))).toBe('fileTooLarge');
  expect(MAX_FILE_TEXT).toBe('250 MB');
  expect(refusalOf(file('image/png', 0))).toBe('fileEmpty');
  expect(PICKER_ACCEPT).toContain('.hif');
});
it('refuses other kinds, but leaves to the server what the system knows no type for', () => {
  expect(refusalOf(file('application/pdf'))).toBe('fileKindRefused');
  for (const name of ['IMG_1.HEIC', '3B9A0001.HIF', 'HOOFD.JPG', 'golf.mov', 'DSC00012'])
    expect(refusalOf(file('', 1, name))).toBeNull();
  expect(refusalOf(file('', 1, 'notes.txt'))).toBe('fileKindRefused');
});
