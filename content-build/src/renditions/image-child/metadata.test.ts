import {
  cleanText,
  MAX_METADATA_TEXT,
  NO_FACTS,
  plainDate,
  plainLocation,
} from '@veldlicht/contract/file-facts';
import { expect, it } from 'vitest';
import { cameraName, readFacts, shutterText } from './metadata.ts';

it.each([
  [' Bos\0uil\n\tbij \u202Enacht ', 'Bos uil bij nacht'],
  ['Duinen – één', 'Duinen – één'],
  ['é'.repeat(900), 'é'.repeat(MAX_METADATA_TEXT)],
  ['\0\0 ', null],
  [12, null],
])('reads the text %j as %j', (value, text) => {
  expect(cleanText(value)).toBe(text);
});

it.each([
  // In the camera's time, whatever the zone.
  ['2024:05:04 23:59:59', '2024-05-04'],
  ['2024-05-04T21:30:00.000000Z', '2024-05-04'],
  ['0000:00:00 00:00:00', null],
  ['2024:13:01 00:00:00', null],
  ['2023:02:29', null],
  ['    :  :  ', null],
  ['', null],
  [5, null],
  [undefined, null],
])('reads the day %j as %j', (value, day) => {
  expect(plainDate(value)).toBe(day);
});

it.each([
  [-33.5, 151.25, '-33.500000, 151.250000'],
  [0, 0, null],
  [91, 5, null],
  [Number.NaN, 5, null],
  ['52', '5', null],
])('reads the position %j, %j as %j', (lat, lon, position) => {
  expect(plainLocation(lat, lon)).toBe(position);
});

it.each([
  [0.002, '1/500'],
  [1 / 3, '0.3'],
  [0.5, '0.5'],
  [2, '2'],
  [30.04, '30'],
  [0, undefined],
  ['1/500', undefined],
])('formats an exposure of %j seconds as %j', (seconds, text) => {
  expect(shutterText(seconds)).toBe(text);
});

it.each([
  ['NIKON CORPORATION', 'NIKON Z 9', 'NIKON Z 9'],
  ['SONY', 'ILCE-1', 'SONY ILCE-1'],
  [undefined, undefined, undefined],
  ['Nest', '52.131234, 5.860456', undefined],
])('joins make %j and model %j', (make, model, name) => {
  expect(cameraName(make, model)).toBe(name);
});

it('leaves out values that are absent, wrong, a position, or defaults of cameras', () => {
  const wrong = { ImageDescription: 'OLYMPUS DIGITAL CAMERA', FNumber: -1, ISO: Number.NaN };
  const positions = { Model: 'RD 193245 460310', LensModel: '52.131234' };
  expect(readFacts({ ifd0: { ...wrong, ...positions } })).toEqual({
    camera: {},
    facts: NO_FACTS,
  });
});
