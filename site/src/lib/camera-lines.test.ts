import { expect, test } from 'vitest';
import { cameraLines } from './camera-lines.ts';

test('camera facts read the Dutch way', () => {
  expect(cameraLines({ focalLength: 420, aperture: 6.3, shutter: '1/500', iso: 1250 })).toEqual([
    { label: 'Brandpunt', value: '420 mm' },
    { label: 'Diafragma', value: 'f/6,3' },
    { label: 'Sluitertijd', value: '1/500 s' },
    { label: 'ISO', value: '1250' },
  ]);
});

test('no facts make no lines', () => {
  expect(cameraLines({})).toEqual([]);
});
