import { describe, expect, it } from 'vitest';
import {
  type FileFills,
  noFiles,
  privacyAfterRefusal,
  privacyWithout,
  shownFile,
  staleFields,
  textsAfterRefusal,
  typeAfterRefusal,
} from './file-fills.ts';

const fox: FileFills = {
  name: 'vos.jpg',
  type: 'photo',
  texts: { title: 'vos', location: '52.1, 5.8' },
};
const fake: FileFills = {
  name: 'nep.jpg',
  type: 'photo',
  texts: { title: 'nep', date: '2024-01-01' },
};
const form = { title: '', date: '', location: '', description: '' };

it('empties only what the person left as the file had it', () => {
  const edited = { ...form, title: 'Vos in de mist', location: '52.1, 5.8' };
  expect(staleFields(fox, edited)).toEqual(['location']);
  expect(staleFields(null, edited)).toEqual([]);
});

describe('after a refusal', () => {
  it('nothing of the refused file stays', () => {
    const filled = { ...form, ...fake.texts };
    expect(textsAfterRefusal({ accepted: null, current: fake }, filled)).toEqual({
      title: '',
      date: '',
    });
  });
  it('what was typed over it stays', () => {
    const typed = { ...form, ...fake.texts, title: 'Ree' };
    expect(textsAfterRefusal({ accepted: fox, current: fake }, typed)).toEqual({
      date: '',
      location: '52.1, 5.8',
    });
  });
  it('the words of the file before it come back', () => {
    const filled = { ...form, ...fake.texts };
    expect(textsAfterRefusal({ accepted: fox, current: fake }, filled)).toEqual({
      title: 'vos',
      date: '',
      location: '52.1, 5.8',
    });
  });
});

describe('the privacy', () => {
  const placed: FileFills = { ...fox, privacy: { before: 'exact', since: 'approximate' } };
  it('goes back to what it was when the place of a file goes', () => {
    expect(privacyWithout(placed, 'approximate')).toBe('exact');
    expect(privacyWithout(fake, 'approximate')).toBe('approximate');
  });
  it('stays what somebody chose since', () => {
    expect(privacyWithout(placed, 'hidden')).toBe('hidden');
  });
  it('is that of an empty form after a refusal', () => {
    const refused = { accepted: null, current: placed };
    expect(privacyAfterRefusal(refused, 'approximate', '')).toBe('exact');
  });
  it('guards a place that comes back', () => {
    const refused = { accepted: placed, current: fake };
    expect(privacyAfterRefusal(refused, 'exact', '52.1, 5.8')).toBe('approximate');
    expect(privacyAfterRefusal(refused, 'hidden', '52.1, 5.8')).toBe('hidden');
  });
});

it('shows the file on its way, else the last one taken', () => {
  expect(shownFile(noFiles)).toBeNull();
  expect(shownFile({ accepted: fox, current: null })).toBe(fox);
  expect(shownFile({ accepted: fox, current: fake })).toBe(fake);
});

describe('the type after a refusal', () => {
  const film: FileFills = { name: 'ree.mp4', type: 'video', texts: {} };
  it('is that of the file before it', () => {
    expect(typeAfterRefusal({ accepted: film, current: fake }, 'photo')).toBe('video');
  });
  it('is that of an empty form when there was none', () => {
    expect(typeAfterRefusal({ accepted: null, current: film }, 'video')).toBe('photo');
  });
  it('stays when somebody chose another since', () => {
    expect(typeAfterRefusal({ accepted: null, current: fake }, 'video')).toBe('video');
  });
});
