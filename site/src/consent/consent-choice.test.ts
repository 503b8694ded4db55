import { describe, expect, it } from 'vitest';
import { choiceText, cookieDomains, googleCookies, saysNo, validChoice } from './consent-choice.ts';

const id = 'G-ABCD1234';
const at = Date.UTC(2026, 7, 30, 12);
const kept = choiceText('accepted', id, at);

describe('a choice', () => {
  it('holds for six months', () => {
    expect(validChoice(kept, id, at)).toBe('accepted');
    expect(validChoice(kept, id, Date.UTC(2027, 1, 28, 12) - 1)).toBe('accepted');
    expect(validChoice(kept, id, Date.UTC(2027, 2, 2, 12))).toBeNull();
    expect(validChoice(choiceText('refused', id, at), id, at + 1)).toBe('refused');
  });

  it('is about one id', () => {
    expect(validChoice(kept, 'G-OTHER5678', at)).toBeNull();
  });

  it('from the future is none', () => {
    expect(validChoice(kept, id, at - 1)).toBeNull();
  });

  it('that is not one of ours counts as none', () => {
    const texts = ['', '{', '1', '[]', 'null', `{"choice":"yes","id":"${id}","at":1}`];
    for (const text of [null, ...texts, `{"choice":"accepted","id":"${id}","at":"1"}`])
      expect([text, validChoice(text, id, at)]).toEqual([text, null]);
  });
});

it('a browser can say no for its owner', () => {
  expect(saysNo({ globalPrivacyControl: true })).toBe(true);
  expect(saysNo({ doNotTrack: '1' })).toBe(true);
  expect(saysNo({ globalPrivacyControl: false, doNotTrack: 'unspecified' })).toBe(false);
  expect(saysNo({ doNotTrack: null })).toBe(false);
});

it('only the cookies of Google are named', () => {
  const cookies = 'taal=nl; _ga=GA1.1.2; _ga_ABCD1234=GS2; _gid=3; _gat_gtag_UA_1=1; _gallery=x';
  expect(googleCookies(cookies)).toEqual(['_ga', '_ga_ABCD1234', '_gid', '_gat_gtag_UA_1']);
  expect(googleCookies('')).toEqual([]);
});

it('a cookie may have been set for any domain above the host', () => {
  expect(cookieDomains('www.foto.example.nl')).toEqual([
    'www.foto.example.nl',
    'foto.example.nl',
    'example.nl',
  ]);
  expect(cookieDomains('localhost')).toEqual([]);
});
