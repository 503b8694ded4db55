import { describe, expect, it } from 'vitest';
import { unit } from '#testing/plain-videos.ts';
import { lengthBytes, pictureUnits, plainConfig } from './remux-video.ts';

const slice = unit(0x65, 'picture');

describe('a frame', () => {
  it.each([
    ['a message (SEI)', 0x06],
    ['a filler', 0x0c],
    ['something undefined', 0x1e],
  ])('loses %s and keeps its picture', (_what, type) => {
    const hidden = unit(type, 'pos 52.1312');
    const delimiter = unit(0x09, '\xf0');
    const sent = Buffer.concat([delimiter, hidden, slice, hidden]);
    expect(Buffer.from(pictureUnits(sent, 4))).toEqual(Buffer.concat([delimiter, slice]));
  });

  it('may say its lengths in fewer bytes', () => {
    const short = slice.subarray(2);
    expect(Buffer.from(pictureUnits(short, 2))).toEqual(short);
  });

  it.each([
    ['is cut off', slice.subarray(0, -1)],
    ['ends in half a length', Buffer.concat([slice, Buffer.from([0, 0])])],
    ['says a length beyond its end', Buffer.from([255, 255, 255, 255, 0x65])],
    ['has an empty unit', Buffer.concat([slice, Buffer.alloc(4), slice])],
    ['has no picture', unit(0x06, 'only words')],
    ['is empty', Buffer.alloc(0)],
  ])('is refused when it %s', (_what, sent) => {
    expect(() => pictureUnits(sent, 4)).toThrow('damaged');
  });
});

describe("the decoder's configuration", () => {
  const main = Buffer.from([1, 77, 0, 30, 255, 225, 0, 2, 0x67, 1, 1, 0, 2, 0x68, 2]);
  const high = Buffer.concat([main, Buffer.from([253, 248, 248, 0])]);
  high[1] = 100;

  it('stays as it is when it is clean', () => {
    expect(Buffer.from(plainConfig(main))).toEqual(main);
    expect(Buffer.from(plainConfig(high))).toEqual(high);
    expect(lengthBytes(main)).toBe(4);
  });

  it('loses what stands behind it', () => {
    const tail = Buffer.from('pos 52.1312');
    expect(Buffer.from(plainConfig(Buffer.concat([main, tail])))).toEqual(main);
    expect(Buffer.from(plainConfig(Buffer.concat([high, tail])))).toEqual(high);
  });

  it('is refused when a list holds something else, or is cut off', () => {
    const lie = Buffer.from(main);
    lie[8] = 0x06;
    for (const bad of [lie, main.subarray(0, -1), main.subarray(0, 7), Buffer.alloc(0)])
      expect(() => plainConfig(bad)).toThrow('damaged');
  });
});
