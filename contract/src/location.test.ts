import { describe, expect, it } from 'vitest';
import { cellCentre, defaultLocationPrivacy, findCoordinates, publicPlace } from './location.ts';

describe('findCoordinates', () => {
  it.each([
    ['52.131200, 5.860400', 52.1312, 5.8604],
    ['52.1312 5.8604', 52.1312, 5.8604],
    ['-33.856800, 151.215300', -33.8568, 151.2153],
    ['52,1312 5,8604', 52.1312, 5.8604],
    ['52,1312; 5,8604', 52.1312, 5.8604],
    ['N 52.1312 E 5.8604', 52.1312, 5.8604],
    ['52.1312° N, 5.8604° O', 52.1312, 5.8604],
    ['33.8568° Z 18.4241° W', -33.8568, -18.4241],
    ['nest bij 52.131200, 5.860400 achter de schuur', 52.1312, 5.8604],
    [`52°07'52.3"N 5°51'37.4"E`, 52.13119, 5.86039],
    ['52°07′52″ N, 5°51′37″ O', 52.13111, 5.86028],
    ['52.1312 ,\u00a0\n  5.8604', 52.1312, 5.8604],
    ['raster 1920.0 x, 400.5 900.5, nest op 52.131200, 5.860400', 52.1312, 5.8604],
    ['bos 52.1312, 5.8604 weide', 52.1312, 5.8604],
    [`99°07'N 5°51'E, dus 52.131200, 5.860400`, 52.1312, 5.8604],
  ])('reads %s', (text, lat, lon) => {
    const found = findCoordinates(text);
    expect(found?.lat).toBeCloseTo(lat, 4);
    expect(found?.lon).toBeCloseTo(lon, 4);
  });

  it.each([
    'Veluwe',
    'Route 66',
    'Hectometer 12.5',
    '',
    '99.5, 5.8',
    '2024-05-04',
    'A28, afrit 12',
  ])('finds none in "%s"', (text) => expect(findCoordinates(text)).toBeNull());

  it('takes no time over what only looks like a pair', () => {
    const started = performance.now();
    const starts = ['1.5', '1.5 °', 'N 1,5', `52°07'`, `52°07'52"N`, '1.5,'];
    for (const start of starts)
      for (const filler of [' ', '\n', '1', '1 ', ',', ' ,', '°', "'", '1.5 ', '1.', 'N '])
        findCoordinates(`${start}${filler.repeat(5000)}x`);
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});

describe('publicPlace', () => {
  it('words the cell of an approximate pair', () => {
    expect(publicPlace('52.1312, 5.8604', 'approximate')).toBe('omgeving 52,13° N 5,89° O');
  });
  it('gives every point of a cell the same words', () => {
    const words = new Set<string | null>();
    for (let i = 0; i < 50; i++) {
      const lat = 52.1 + (i / 50) * 0.0499;
      const lon = 5.85 + ((i * 7) % 50) * 0.00149;
      words.add(publicPlace(`${lat.toFixed(6)}, ${lon.toFixed(6)}`, 'approximate'));
    }
    expect(words.size).toBe(1);
  });
  it('names south and west in Dutch', () => {
    expect(publicPlace('-33.856800, -18.424100', 'approximate')).toMatch(/Z .*W$/);
  });
  it('publishes nothing for approximate text without a pair', () => {
    expect(publicPlace('Veluwe', 'approximate')).toBeNull();
  });
  it('shows an exact place as typed and hides a hidden one', () => {
    expect(publicPlace('Veluwe', 'exact')).toBe('Veluwe');
    expect(publicPlace('52.131200, 5.860400', 'hidden')).toBeNull();
    expect(publicPlace(null, 'exact')).toBeNull();
  });
});

it('protects pairs by default and leaves words as they are', () => {
  expect(defaultLocationPrivacy('52.131200, 5.860400')).toBe('approximate');
  expect(defaultLocationPrivacy('Veluwe')).toBe('exact');
  expect(defaultLocationPrivacy(null)).toBe('exact');
});

it('keeps the cell centre within the cell', () => {
  expect(cellCentre({ lat: 52.1312, lon: 5.8604 })).toEqual({ lat: 52.13, lon: 5.89 });
});
