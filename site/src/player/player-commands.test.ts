import { describe, expect, it, test } from 'vitest';
import {
  clockAt,
  commandFor,
  loadedUntil,
  positionText,
  readSound,
  run,
  setVolume,
  toggleMute,
  videoLength,
} from './player-commands.ts';

describe('keys', () => {
  it('are the usual ones of a video', () => {
    expect(commandFor(' ', 'elsewhere')).toEqual({ do: 'toggle' });
    expect(commandFor('K', 'elsewhere')).toEqual({ do: 'toggle' });
    expect(commandFor('m', 'button')).toEqual({ do: 'mute' });
    expect(commandFor('f', 'elsewhere')).toEqual({ do: 'fullscreen' });
    expect(commandFor('ArrowLeft', 'button')).toEqual({ do: 'seekBy', seconds: -5 });
    expect(commandFor('ArrowUp', 'elsewhere')).toEqual({ do: 'volumeBy', amount: 0.1 });
    expect(commandFor('7', 'volume')).toEqual({ do: 'seekTo', part: 0.7 });
    expect(commandFor('End', 'elsewhere')).toEqual({ do: 'seekTo', part: 1 });
  });

  it('mean what a slider promises while it has the focus', () => {
    expect(commandFor('ArrowUp', 'seek')).toEqual({ do: 'seekBy', seconds: 5 });
    expect(commandFor('PageDown', 'seek')).toEqual({ do: 'seekBy', seconds: -30 });
    expect(commandFor('ArrowLeft', 'volume')).toEqual({ do: 'volumeBy', amount: -0.1 });
    expect(commandFor('Home', 'volume')).toEqual({ do: 'volumeBy', amount: -1 });
  });

  it('that belong to the button or to the page stay theirs', () => {
    for (const [key, place] of [
      [' ', 'button'],
      ['Enter', 'button'],
      ['Tab', 'elsewhere'],
      ['Escape', 'seek'],
      ['x', 'elsewhere'],
      ['F5', 'elsewhere'],
    ] as const)
      expect([key, commandFor(key, place)]).toEqual([key, null]);
  });
});

/** The part of a video that commands touch. */
function videoWith(facts: Partial<HTMLVideoElement> = {}): HTMLVideoElement {
  const parts = { volume: 1, muted: false, currentTime: 0, duration: 20, dataset: {}, ...facts };
  return parts as HTMLVideoElement; // a browser is not needed to do sums
}
const root = {} as HTMLElement; // only the whole screen asks for it

describe('sound', () => {
  it('that is turned down to nothing is off, and comes back audibly', () => {
    const video = videoWith();
    setVolume(video, 0);
    expect(video).toMatchObject({ volume: 0, muted: true });
    toggleMute(video);
    expect(video).toMatchObject({ volume: 0.5, muted: false });
  });

  it('that was off starts from silence when it is turned up', () => {
    const video = videoWith({ muted: true, volume: 0.8 });
    run({ do: 'volumeBy', amount: 0.1 }, video, root);
    expect(video).toMatchObject({ volume: 0.1, muted: false });
  });

  it('stays between silence and all', () => {
    const video = videoWith({ volume: 0.95 });
    run({ do: 'volumeBy', amount: 0.1 }, video, root);
    expect(video.volume).toBe(1);
    run({ do: 'volumeBy', amount: -1 }, video, root);
    expect(video.volume).toBe(0);
  });
});

describe('seeking', () => {
  it('stays within the video', () => {
    const video = videoWith({ currentTime: 18 });
    run({ do: 'seekBy', seconds: 5 }, video, root);
    expect(video.currentTime).toBe(20);
    run({ do: 'seekBy', seconds: -30 }, video, root);
    expect(video.currentTime).toBe(0);
    run({ do: 'seekTo', part: 0.4 }, video, root);
    expect(video.currentTime).toBe(8);
  });

  it('works before the file has loaded', () => {
    const video = videoWith({ duration: Number.NaN, dataset: { duration: '10' } });
    run({ do: 'seekTo', part: 0.5 }, video, root);
    expect(video.currentTime).toBe(5);
  });
});

const ranges = (...parts: [number, number][]) => ({
  length: parts.length,
  start: (i: number) => parts[i]?.[0] ?? 0,
  end: (i: number) => parts[i]?.[1] ?? 0,
});

test('the file knows its length best, then the page, and else it is nothing yet', () => {
  const lengths = [
    { duration: 65.4, dataset: { duration: '66' } },
    { duration: Number.NaN, dataset: { duration: '66.2' } },
    { duration: Number.POSITIVE_INFINITY },
    { duration: Number.NaN, dataset: { duration: 'lang' } },
  ];
  expect(lengths.map((facts) => videoLength(videoWith(facts)))).toEqual([65.4, 66.2, 0, 0]);
});

test('a position in words', () => {
  expect(positionText(12.9, 65.2)).toBe('0:12 van 1:05');
});

test('a second counts once it is over', () => {
  expect([clockAt(0.99), clockAt(1), clockAt(3671.5)]).toEqual(['0:00', '0:01', '1:01:11']);
});

test('what is loaded counts up to the first gap after the present moment', () => {
  expect(loadedUntil(ranges([0, 4], [8, 12]), 2)).toBe(4);
  expect(loadedUntil(ranges([0, 4], [8, 12]), 9)).toBe(12);
  expect(loadedUntil(ranges([0, 4], [8, 12]), 6)).toBe(6);
  expect(loadedUntil(ranges(), 3)).toBe(3);
});

test('a remembered loudness comes back', () => {
  expect(readSound('{"volume":0.4,"muted":true}')).toEqual({ volume: 0.4, muted: true });
});

test('what no player wrote is left alone', () => {
  const texts = ['', '{', 'null', '7', '{"volume":2,"muted":false}', '{"volume":0.5}', '[]'];
  for (const text of [null, ...texts]) expect([text, readSound(text)]).toEqual([text, null]);
});
