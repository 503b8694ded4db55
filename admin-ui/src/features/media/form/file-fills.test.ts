import { describe, expect, it } from 'vitest';
import {
  type FileFills,
  type FileValues,
  fillFacts,
  type KnownFacts,
  revert,
  startFills,
} from './file-fills.ts';

const empty: FileValues = {
  title: '',
  date: '',
  location: '',
  description: '',
  type: 'photo',
  locationPrivacy: 'exact',
};
const place = '52.131200, 5.860400';

/** What a file fills into the form after the last one. */
function fillsOf(form: FileValues, last: FileFills | null, facts: KnownFacts) {
  const fills = startFills(form, last, 'x.jpg');
  return fillFacts(fills.filled, fills, facts, null).fills;
}
const fox = fillsOf(empty, null, { title: 'vos', location: place });
/** Chosen after the fox. */
const fake = fillsOf(fox.filled, fox, { title: 'nep', date: '2024-01-01' });

describe('a file', () => {
  it('fills what is empty, and guards the place it brings', () => {
    expect(fox.filled).toEqual({
      ...empty,
      title: 'vos',
      location: place,
      locationPrivacy: 'approximate',
    });
    const typed = { ...empty, title: 'Ree', locationPrivacy: 'hidden' as const };
    const later = fillsOf(typed, null, { title: 'vos', location: place });
    expect(later.filled).toMatchObject({ title: 'Ree', locationPrivacy: 'hidden' });
  });
  it('fills each field once: what was emptied since stays empty', () => {
    const emptied = { ...fox.filled, location: '' };
    const { added } = fillFacts(emptied, fox, { location: '51.5, 3.4', date: '2024-05-04' }, null);
    expect(added).toEqual({ date: '2024-05-04' });
  });
  it('takes the place of the words of the one before it', () => {
    expect(fake.filled).toEqual({ ...empty, title: 'nep', date: '2024-01-01' });
  });
  it('leaves what was changed since the one before it', () => {
    const edited = { ...fox.filled, title: 'Vos in de mist' };
    expect(startFills(edited, fox, 'x').filled).toEqual({ ...empty, title: 'Vos in de mist' });
  });
});

describe('after a refusal', () => {
  it('nothing of the refused file stays', () => {
    const { before } = fox;
    expect(revert(fox.filled, fox, before)).toEqual(empty);
  });
  it('the words of the file before it come back, guarded as they were', () => {
    expect(revert(fake.filled, fake, fake.before)).toEqual(fox.filled);
  });
  it('what was typed over it stays', () => {
    const typed = { ...fake.filled, title: 'Ree', locationPrivacy: 'hidden' as const };
    expect(revert(typed, fake, fake.before)).toEqual({
      ...fox.filled,
      title: 'Ree',
      locationPrivacy: 'hidden',
    });
  });
  it('the type is that of the file before it, unless another was chosen since', () => {
    const chosen = startFills(empty, null, 'ree.mp4');
    const video: FileFills = { ...chosen, filled: { ...empty, type: 'video' } };
    expect(revert(video.filled, video, video.before).type).toBe('photo');
    expect(revert(empty, video, { ...empty, type: 'video' }).type).toBe('photo');
  });
  it('a privacy that was chosen by hand stays', () => {
    const chosen = { ...fox, privacyIsChosen: true };
    expect(revert(fox.filled, chosen, fox.before)).toEqual({
      ...empty,
      locationPrivacy: 'approximate',
    });
  });
});
