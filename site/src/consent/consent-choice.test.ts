import { describe, expect, it } from 'vitest';
import { choiceText, cookieDomains, googleCookies, saysNo, validChoice } from './consent-choice.ts';

const id = 'G-ABCD1234';
const at = Date.UTC(2026, 7, 30, 12);
const kept = choiceText('accepted', id, at);

describe('a choice', () => {
  it('is valid for six months', () => {
    expect(validChoice(kept, id, at)).toBe('accepted');
    expect(validChoice(kept, id, Date.UTC(2027, 1, 28, 12) - 1)).toBe('accepted');
    expect(validChoice(kept, id, Date.UTC(2027, 2, 2, 12))).toBeNull();
    expect(validChoice(choiceText('refused', id, at), id, at + 1)).toBe('refused');
  });

  it('is valid for one id only', () => {
    expect(validChoice(kept, 'G-OTHER5678', at)).toBeNull();
  });

  it('dated in the future is ignored', () => {
    expect(validChoice(kept, id, at - 1)).toBeNull();
  });

  it('not written by this site is ignored', () => {
    const texts = ['', '{', '1', '[]', 'null', `{"choice":"yes","id":"${id}","at":1}`];
    for (const text of [null, ...texts, `{"choice":"accepted","id":"${id}","at":"1"}`])
      expect([text, validChoice(text, id, at)]).toEqual([text, null]);
  });
});

it('a browser can refuse on behalf of its user', () => {
  expect(saysNo({ globalPrivacyControl: true })).toBe(true);
  expect(saysNo({ doNotTrack: '1' })).toBe(true);
  expect(saysNo({ globalPrivacyControl: false, doNotTrack: 'unspecified' })).toBe(false);
  expect(saysNo({ doNotTrack: null })).toBe(false);
});

it('finds only Google’s cookies', () => {
  const cookies = 'taal=nl; _ga=GA1.1.2; _ga_ABCD1234=GS2; _gid=3; _gat_gtag_UA_1=1; _gallery=x';
  expect(googleCookies(cookies)).toEqual(['_ga', '_ga_ABCD1234', '_gid', '_gat_gtag_UA_1']);
  expect(googleCookies('')).toEqual([]);
});

it('lists every parent domain that a cookie may have been set for', () => {
  expect(cookieDomains('www.foto.example.nl')).toEqual([
    'www.foto.example.nl',
    'foto.example.nl',
    'example.nl',
  ]);
  expect(cookieDomains('localhost')).toEqual([]);
});
