import {
  defaultLocationPrivacy,
  findShapes,
  holdsPosition,
  isWordsOnly,
  withoutPositions,
} from '@veldlicht/contract/position-shapes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dutchNotations, noises, worldNotations } from '../testing/notations.ts';
import { onePosition } from './position.ts';

const nest = { lat: 52.131234, lon: 5.860456 };

/** In metres; accurate enough for a few hundred. */
function distance(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const metres = 111_320;
  const across = (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot((a.lat - b.lat) * metres, across * metres);
}

const notations = Object.entries({ ...worldNotations, ...dutchNotations });

describe('a position', () => {
  it.each(notations)('is read in the notation "%s", cut out, and not words', (_name, write) => {
    const text = write(nest.lat, nest.lon);
    const found = onePosition(text);
    expect(found && distance(found, nest), text).toBeLessThan(100);
    expect(isWordsOnly(text)).toBe(false);
    expect(defaultLocationPrivacy(text)).toBe('approximate');
    const title = `Oehoenest bij ${text}`;
    expect(holdsPosition(title)).toBe(true);
    const [place] = findShapes(title);
    expect(title.slice(0, place?.start)).not.toMatch(/\d/);
    expect(title.slice(place?.end)).not.toMatch(/\d{2}/);
    expect(withoutPositions(title)).not.toMatch(/\d{2}/);
    expect(withoutPositions(title)).toMatch(/^Oehoenest bij/);
  });

  it('is read despite the noise of copied text', () => {
    expect(notations.length).toBeGreaterThanOrEqual(40);
    const inNetherlands = fc.record({
      lat: fc.double({ min: 51.3, max: 53.4, noNaN: true }),
      lon: fc.double({ min: 4, max: 7, noNaN: true }),
    });
    const anyNotation = fc.constantFrom(...notations);
    const anyNoise = fc.constantFrom(...Object.values(noises));
    fc.assert(
      fc.property(inNetherlands, anyNotation, anyNoise, fc.nat(60), (at, [, write], noise, n) => {
        const text = noise(write(at.lat, at.lon), n);
        const found = onePosition(text);
        expect(found && distance(found, at), text).toBeLessThan(100);
      }),
      { numRuns: 1500 },
    );
  });

  it('is read in both hemispheres', () => {
    for (const at of [
      { lat: -33.856812, lon: 151.215334 },
      { lat: 40.689212, lon: -74.044512 },
      { lat: -22.951934, lon: -43.210467 },
    ])
      for (const [name, write] of Object.entries(worldNotations)) {
        const found = onePosition(write(at.lat, at.lon));
        expect(found && distance(found, at), `${name}: ${write(at.lat, at.lon)}`).toBeLessThan(100);
      }
  });

  it.each([
    ['[5.860456, 52.131234]', 52.131234, 5.860456],
    ['POINT(5.860456 52.131234)', 52.131234, 5.860456],
    ['52.13, 5.86', 52.13, 5.86],
    ['187.400 460.439', 52.1312, 5.8604],
    ['187400, 460439', 52.1312, 5.8604],
    ['RD 25 000 399 500', 51.56938, 3.51199],
    ['km-hok 187-460', 52.1318, 5.8618],
    ['UTM zone 31U E 695773 N 5779490', 52.1312, 5.8604],
    ['31 U 695773mE 5779490mN', 52.1312, 5.8604],
    ['Lambert 72: 148000, 175800', 50.8929, 4.339],
    ["199°07'N 5°51E, dus 52.131200, 5.860400", 52.1312, 5.8604],
    ['raster 1920.0 x, 400.5 900.5, nest op 52.131200, 5.860400', 52.1312, 5.8604],
  ])('is read in %s', (text, lat, lon) => {
    const found = onePosition(text);
    expect(found && distance(found, { lat, lon })).toBeLessThan(200);
  });
});

const unreadable = [
  '4V75+JX Domburg',
  'CFGH+JM',
  '///tafel.stoel.lamp',
  'w3w: tafel.stoel.lamp',
  'https://maps.app.goo.gl/AbCdEfGhIjK',
  'goo.gl/maps/AbCdEf',
  'https://www.google.com/maps/place/Domburg',
  'https://w3w.co/tafel.stoel.lamp',
  'UTM 695773 5779490',
  'Lambert 2008: 652000 712000',
];
it.each(unreadable)('recognises and hides "%s", although it cannot compute it', (text) => {
  expect(holdsPosition(`Oehoe bij ${text}`)).toBe(true);
  expect(withoutPositions(`Oehoe bij ${text}`)).toMatch(/^Oehoe bij(?: Domburg)?$/);
  expect(onePosition(text)).toBeNull();
  expect(defaultLocationPrivacy(text)).toBe('hidden');
});

const doubtful = [
  'De breedtegraad is 52.1312 en de lengtegraad is 5.8604',
  'Lat.: 52.1312 Lon.: 5.8604',
  '52.1312 (lat) 5.8604 (lon)',
  '"52.1312" "5.8604"',
  '52.1312 x 5.8604',
  '52,1312 (noord) en 5,8604 (oost)',
  'φ 52.1312 λ 5.8604',
  '52 komma 1312 en 5 komma 8604',
  '52 . 1312 , 5 . 8604',
  'lat 52.131234',
  'lengtegraad: 5.86',
  'X: 193245',
  `N 52°07'`,
  '52d07m52s N 5d51m37s E',
  '52 gr 07 min 52 sec NB, 5 gr 51 min 37 sec OL',
  '52.07.52 N 5.51.37 E',
  '520752N 0055137E',
  'N520752 E0055137',
  '193245 en 460310',
  '(193245)(460310)',
  "193'245 460'310",
  'RD-coördinaten: 193245 (x) 460310 (y)',
  'x = 193245 m, y = 460310 m',
  'RDX 93245 RDY 460310',
  'hok 193-460',
  '695432 5778901',
  'E 695432 N 5778901',
  '9F37 R5V6 + XV',
  '9F37R5V6%2BXV',
  'geohash u1hvq6kz8',
  'QTH JO22wd',
  'what3words.com/tafel.stoel.lamp',
  'tafel.stoel.lamp, bij de plas',
  '/// tafel . stoel . lamp',
  'openstreetmap.org/way/123',
  'https://tinyurl.com/nest',
];
it.each(doubtful)('finds a position in a text with "%s"', (text) => {
  expect(holdsPosition(`Oehoe gezien, ${text}`)).toBe(true);
  expect(withoutPositions(`Oehoe gezien, ${text}`)).not.toMatch(/\d{4}|stoel/);
});

it('hides a location with two positions', () => {
  expect(defaultLocationPrivacy('52.131234, 5.860456 of 51.497010, 3.472880')).toBe('hidden');
});

const wordsOnly =
  "Veluwe|'s-Hertogenbosch|Nationaal Park De Hoge Veluwe|Oost-Vlaanderen, West-Vlaanderen|Noord-Oost Groningen|Noordoostpolder|Oosterend, Texel|Zwin, Knokke-Heist|Drie, Ermelo|N.O. Polder|Hautes Fagnes – Eifel|St. Jansteen|'t Zand|Bergen (NH)|Île de Ré|Amsterdam-Noord, bij de dijk|ten zuiden van Goes|Willem II park|Twee Gezusters|Texel / De Slufter|Tweede Maasvlakte|Het Zwin (West)|Negen Straatjes|tafel. stoel. lamp";
it.each(wordsOnly.split('|'))('"%s" is words', (text) => {
  expect(isWordsOnly(text)).toBe(true);
  expect(defaultLocationPrivacy(text)).toBe('exact');
});

const notWords =
  'Loc. 3|Route 66|Hectometer 12.5|Ⅻ|②|½|５|٣|५|❶|5\ufe0f\u20e3|tweeënvijftig graden noord, vijf graden oost|vijf twee komma een drie|N tweeënvijftig O vijf|fifty-two degrees north five degrees east|www.plek.nl|natuur.nl/plek|geo:hier|bij tafel.stoel.lamp|///こども.りんご.やま|.... .-|///红色.苹果.山|filled・count・soap|/// tafel, stoel, lamp|oehoenest.nl|maps.photography/abc|kaárt.nl/abc|NLD BG.XYZ|⚄⚁.⚀⚂|🔟|北纬五十二度|Domburg\u{E0035}\u{E0032}|zweiundfünfzig Nord fünf Ost|cinquante-deux nord, cinq est|LII N, V O|honderdtweeënnegentigduizend';
it.each(notWords.split('|'))('"%s" is more than words, and hidden', (text) => {
  expect(isWordsOnly(text)).toBe(false);
  expect(defaultLocationPrivacy(text)).toBe('hidden');
});

const ordinary =
  '2024|1/500|f/2.8|350 mm|1/500 s, f/2.8, ISO 400, 350 mm|f/5.6 1/1250 600mm|4 mei 2024|04-05-2024|04.05.2024 – 05.05.2024|2024-05-04 14:30|14.30 - 15.45 uur|14:30:15|+31 6 12345678|0118-581234|0118-581234 / 0118-582345|ISBN 978-90-123-4567-8|9789012345678|Route 66|A28, afrit 12|kruispunt N70, E17|Nikkor Z 14-30mm en Sony E 16-55mm|30 s, 5 W|€ 12,50 en € 13,75|temperatuur 12° tot 15°|-5° in de ochtend, 12° overdag|2.35 m lang, 1.20 m breed|lengte 2.35 breedte 1.20|Canon EOS 5D Mark IV|Canon EOS 5D MK 4|1920 x 1080|10.000 ganzen|versie 1.2.3|192.168.1.1|5e van de 12e|50% korting|hm 12,3 en 14,5|200 000 vogels, 300 000 eieren|NL12 ABNA 0123 4567 89|1234 AB Domburg|https://waarneming.nl/observation/312345678/|https://example.nl/2024/05/foto-1|3 + 4 = 7|2222+22|n.a.v. de storm|De heer J.C.J. van Dam|M31 en M42|Kamer 3.12, 3.14|36,5 °C en 37,25 °C|25.000 en 350.000 vogels|05.2024|foto.example.nl en www.example.nl|maart 3, 2024|Vak 12.345 tot 14.567|12° 30 ganzen';
it.each(ordinary.split('|'))('"%s" holds no position', (text) => {
  expect(findShapes(text)).toEqual([]);
  expect(withoutPositions(text)).toBe(text);
});

it.each([
  ['Oehoenest 52.131234, 5.860456', 'Oehoenest'],
  ['Oehoe (52.131234, 5.860456) bij avond', 'Oehoe bij avond'],
  ['52.131234, 5.860456: oehoe', 'oehoe'],
  ["Regel een.\nN 52° 07.872' E 005° 51.624'\nRegel twee.", 'Regel een.\n\nRegel twee.'],
  ['Nest @ 52.131234, 5.860456. Mooi!', 'Nest. Mooi!'],
  ['52.131234, 5.860456', ''],
])('cuts the position out of %j', (text, rest) => expect(withoutPositions(text)).toBe(rest));

/** Processor time in milliseconds. */
function cost(text: string): number {
  const before = process.cpuUsage();
  findShapes(text);
  isWordsOnly(text);
  withoutPositions(text);
  return process.cpuUsage(before).user / 1000;
}
const least = (text: string) => Math.min(cost(text), cost(text), cost(text));

it('takes linear time for any input', () => {
  const seeds =
    "1| |52.1|52 |N |N 52 |N 52.13 |lat |lat: 52.13|°|52°07'|52-|193 245 |193.245 |x |RD |rd193|lambert |31U |31UFT|utm 31 u |CFGH|CFGH+|+|a.|aaa.bbb.|///|///aaa.bbb.|http://a|www.|geo:|a.b/|%2C|https://maps.google.com/?q=|1.25, |drie |\u200b|(|[ |a-|(52.131, 5.861)";
  for (const seed of seeds.split('|')) {
    const text = (length: number) => `${seed.repeat(length / seed.length)}x`;
    // Only slow inputs show growth.
    const long = least(text(15_000));
    if (long > 100) expect(long / least(text(3_750)), seed).toBeLessThan(8);
  }
});
