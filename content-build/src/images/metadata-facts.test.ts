import {
  cleanText,
  MAX_METADATA_TEXT,
  plainDate,
  plainLocation,
} from '@veldlicht/contract/file-facts';
import { describe, expect, it } from 'vitest';
import { cameraName, readFacts, shutterText } from './metadata-facts.ts';

describe('text from metadata', () => {
  it('is one line without control or direction characters', () => {
    expect(cleanText(' Bos\0uil\n\tbij \u202Enacht ')).toBe('Bos uil bij nacht');
    expect(cleanText('Duinen – één')).toBe('Duinen – één');
  });
  it('is cut at 500 characters, and absent when nothing is left', () => {
    expect(cleanText('é'.repeat(900))).toHaveLength(MAX_METADATA_TEXT);
    expect(cleanText('\0\0 ')).toBeNull();
    expect(cleanText(12)).toBeNull();
  });
});

it('takes the day as the camera wrote it, whatever the time zone', () => {
  expect(plainDate('2024:05:04 23:59:59')).toBe('2024-05-04');
  expect(plainDate('2024-05-04T21:30:00.000000Z')).toBe('2024-05-04');
});

it.each([
  '0000:00:00 00:00:00',
  '2024:13:01 00:00:00',
  '2023:02:29',
  '    :  :  ',
  '',
  5,
  undefined,
])('takes no date from %j', (value) => {
  expect(plainDate(value)).toBeNull();
});

it('takes a position inside the globe, and none at 0, 0', () => {
  expect(plainLocation(-33.5, 151.25)).toBe('-33.500000, 151.250000');
  expect(plainLocation(0, 0)).toBeNull();
  expect(plainLocation(91, 5)).toBeNull();
  expect(plainLocation(Number.NaN, 5)).toBeNull();
  expect(plainLocation('52', '5')).toBeNull();
});

it.each([
  [0.002, '1/500'],
  [1 / 3, '0.3'],
  [0.5, '0.5'],
  [2, '2'],
  [30.04, '30'],
  [0, undefined],
  ['1/500', undefined],
])('writes an exposure of %j seconds as %j', (seconds, text) => {
  expect(shutterText(seconds)).toBe(text);
});

it('names a camera once', () => {
  expect(cameraName('NIKON CORPORATION', 'NIKON Z 9')).toBe('NIKON Z 9');
  expect(cameraName('SONY', 'ILCE-1')).toBe('SONY ILCE-1');
  expect(cameraName(undefined, undefined)).toBeUndefined();
  expect(cameraName('Nest', '52.131234, 5.860456')).toBeUndefined();
  expect(readFacts({ Model: 'RD 193245 460310', LensModel: '52.131234' }).camera).toEqual({});
});

it('leaves out what is absent, wrong or written by the camera itself', () => {
  const tags = { ImageDescription: 'OLYMPUS DIGITAL CAMERA', FNumber: -1, ISO: Number.NaN };
  expect(readFacts(tags)).toEqual({
    camera: {},
    takenDate: null,
    takenLocation: null,
    takenDescription: null,
  });
});
