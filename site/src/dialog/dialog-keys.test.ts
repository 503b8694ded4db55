import { describe, expect, it } from 'vitest';
import { actionOfKey, maxLevel, nextLevel, tapLevel } from './dialog-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const nowhere = { zoomed: false, inPlayer: false, inDetails: false, onVideo: false };
const press = (key: string, place = {}) =>
  actionOfKey({ ...plain, key }, { ...nowhere, ...place })?.do ?? null;

describe('a key in the dialog', () => {
  it.each([
    [
      'pages with arrows, Page Up and Down, Home and End',
      {},
      ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'],
      ['previous', 'next', 'previous', 'next', 'first', 'last'],
    ],
    [
      'zooms with plus, also unshifted, minus and zero',
      {},
      ['+', '=', '-', '0'],
      ['zoomIn', 'zoomIn', 'zoomOut', 'fit'],
    ],
    [
      'does the rest by letters, in capitals too',
      {},
      ['i', 'f', 'F', 'p'],
      ['details', 'fullscreen', 'fullscreen', 'slideshow'],
    ],
    [
      'leaves its own keys to the player',
      { inPlayer: true },
      ['ArrowLeft', 'Home', 'i', '-', 'PageUp'],
      [null, null, null, null, 'previous'],
    ],
    [
      'leaves digits to a video, and pages past it with arrows',
      { onVideo: true },
      ['0', '-', ' ', 'm', 'ArrowRight'],
      [null, null, null, null, 'next'],
    ],
    [
      'lets the details scroll',
      { inDetails: true },
      ['ArrowDown', 'PageDown', 'ArrowRight'],
      [null, null, 'next'],
    ],
  ])('%s', (_, place, keys, actions) => {
    expect(keys.map((key) => press(key, place))).toEqual(actions);
  });

  it('pans an enlarged picture, and still pages with Page Down', () => {
    const zoomed = { ...nowhere, zoomed: true };
    expect(actionOfKey({ ...plain, key: 'ArrowRight' }, zoomed)).toEqual({ do: 'pan', x: 1, y: 0 });
    expect(actionOfKey({ ...plain, key: 'ArrowUp' }, zoomed)).toEqual({ do: 'pan', x: 0, y: -1 });
    expect(press('PageDown', zoomed)).toBe('next');
  });

  it('leaves key combinations to the browser', () => {
    expect(actionOfKey({ ...plain, key: '+', ctrlKey: true }, nowhere)).toBeNull();
    expect(actionOfKey({ ...plain, key: 'ArrowLeft', altKey: true }, nowhere)).toBeNull();
  });
});

it('goes to actual pixels with one tap, between two and three times the fitted size', () => {
  expect(tapLevel(0.4, 1)).toBe(1);
  expect(tapLevel(0.2, 2)).toBe(0.5); // a screen with four pixels per CSS pixel
  expect(tapLevel(0.2, 1)).toBeCloseTo(0.6);
  expect(tapLevel(1, 1)).toBe(2);
});

it('steps up to the limit and back to the fitted size, never past either', () => {
  const range = { fit: 0.4, max: maxLevel(0.4) };
  const up = [1, 2, 3, 4, 5].reduce((level) => nextLevel(level, 1, range), range.fit);
  expect(up).toBe(1.6);
  const down = [1, 2, 3, 4, 5].reduce((level) => nextLevel(level, -1, range), up);
  expect(down).toBe(range.fit);
  expect(nextLevel(range.fit, -1, range)).toBe(range.fit);
});
