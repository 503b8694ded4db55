import { describe, expect, it } from 'vitest';
import { isSafe, marksIn } from './safe-text.ts';
import { plausible } from './testing-plausible.ts';
import { leading } from './testing-titles.ts';
import { tried } from './testing-tried.ts';
import { unseen } from './testing-unseen.ts';

describe('a text that may reveal a place or a day', () => {
  it('has enough examples', () => expect(new Set(leading).size).toBeGreaterThanOrEqual(300));
  it.each(leading)('marks %j', (text) => {
    expect(marksIn(text)).not.toEqual([]);
  });
});

it('marks every revealing word, in the order of the text', () => {
  const text = 'Bij boer Hesselink op 13 mei, langs de N304, naar het naardermeer';
  const words = marksIn(text).map(({ word, tells }) => `${tells} ${word}`);
  expect(words).toEqual(['place Hesselink', 'day 13 mei', 'place N304', 'place naardermeer']);
});

it.each(Object.entries({ plausible, tried, unseen }))(
  'asks needlessly about at most one in ten titles: %s',
  (_, titles) => {
    expect(new Set(titles).size).toBeGreaterThanOrEqual(200);
    const asked = titles.filter((title) => !isSafe(title));
    expect(asked.length / titles.length, asked.join('\n')).toBeLessThanOrEqual(0.1);
  },
);

describe('a word', () => {
  it.each(['winterochtend', 'vossenwelpje', 'bosuiljong', 'spechtenholen', 'sneeuwvlokken'])(
    'of two common ones is common: %s',
    (word) => expect(isSafe(`${word} in de mist`)).toBe(true),
  );
  it.each(['uilenbroek', 'vossenberg', 'zwarteveen', 'otterloo', 'kraaienhorst', 'dassenakker'])(
    'formed like a place name is not common: %s',
    (word) => expect(isSafe(`${word} in de mist`)).toBe(false),
  );
  it('for a structure is not common, even at the end of a compound', () => {
    for (const word of ['kerk', 'dorpskerk', 'spoorbrug', 'vogelkijkhut', 'zandafgraving'])
      expect(isSafe(`uil bij de ${word}`), word).toBe(false);
    for (const word of ['comfort', 'slaan', 'besteden']) expect(isSafe(`wij ${word}`)).toBe(true);
  });
  it('with a capital among lower-case words is a name', () => {
    expect(isSafe('uil in het Bos')).toBe(false);
    expect(isSafe('de Specht roept')).toBe(true);
    expect(isSafe('Golden Light of Autumn')).toBe(true);
    expect(isSafe('Owl at Forest Hill')).toBe(false);
  });
});

describe('the name of a wide area', () => {
  const veluwe = { east: 185, north: 460, side: 5 };
  it('is safe when a smaller area within it is shown', () => {
    for (const text of ['Oehoe op de Veluwe', 'veluwe', 'Gelderland', 'Das, Veluwe'])
      expect([isSafe(text), isSafe(text, veluwe)], text).toEqual([false, true]);
  });
  it('is not safe when the shown area is not wholly within it', () => {
    for (const told of [
      { east: 200, north: 460, side: 5 },
      { east: 180, north: 460, side: 20 },
      { east: 180, north: 440, side: 20 },
    ])
      expect(isSafe('Oehoe op de Veluwe', told)).toBe(false);
    expect(isSafe('Das in Twente', veluwe)).toBe(false);
    expect(isSafe('Uil in het Deelerwoud', veluwe)).toBe(false);
    expect(isSafe('Uil op de Hoge Veluwe', veluwe)).toBe(false);
  });
  it('is not safe together with a part of it', () => {
    for (const text of ['Aan de rand van de Veluwe', 'Hart van de Veluwe', 'Noord-Veluwe'])
      expect(isSafe(text, veluwe), text).toBe(false);
  });
});
