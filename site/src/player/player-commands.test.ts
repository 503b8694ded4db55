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
  it('are those usual for videos', () => {
    expect(commandFor(' ', 'elsewhere')).toEqual({ do: 'toggle' });
    expect(commandFor('K', 'elsewhere')).toEqual({ do: 'toggle' });
    expect(commandFor('m', 'button')).toEqual({ do: 'mute' });
    expect(commandFor('f', 'elsewhere')).toEqual({ do: 'fullscreen' });
    expect(commandFor('ArrowLeft', 'button')).toEqual({ do: 'seekBy', seconds: -5 });
    expect(commandFor('ArrowUp', 'elsewhere')).toEqual({ do: 'volumeBy', amount: 0.1 });
    expect(commandFor('7', 'volume')).toEqual({ do: 'seekTo', part: 0.7 });
    expect(commandFor('End', 'elsewhere')).toEqual({ do: 'seekTo', part: 1 });
  });

  it('work as on any slider while it has the focus', () => {
    expect(commandFor('ArrowUp', 'seek')).toEqual({ do: 'seekBy', seconds: 5 });
    expect(commandFor('PageDown', 'seek')).toEqual({ do: 'seekBy', seconds: -30 });
    expect(commandFor('ArrowLeft', 'volume')).toEqual({ do: 'volumeBy', amount: -0.1 });
    expect(commandFor('Home', 'volume')).toEqual({ do: 'volumeBy', amount: -1 });
  });

  it('of buttons and of the page are left alone', () => {
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
  return parts as HTMLVideoElement; // commands need no other parts
}
const root = {} as HTMLElement; // used only for full screen

describe('sound', () => {
  it('is muted when turned down to zero, and audible when unmuted', () => {
    const video = videoWith();
    setVolume(video, 0);
    expect(video).toMatchObject({ volume: 0, muted: true });
    toggleMute(video);
    expect(video).toMatchObject({ volume: 0.5, muted: false });
  });

  it('starts from silence when turned up while muted', () => {
    const video = videoWith({ muted: true, volume: 0.8 });
    run({ do: 'volumeBy', amount: 0.1 }, video, root);
    expect(video).toMatchObject({ volume: 0.1, muted: false });
  });

  it('stays between 0 and 1', () => {
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

test('the length comes from the file, else from the page, else it is 0', () => {
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

test('a second is shown once it has passed', () => {
  expect([clockAt(0.99), clockAt(1), clockAt(3671.5)]).toEqual(['0:00', '0:01', '1:01:11']);
});

test('the loaded part ends at the first gap after the current position', () => {
  expect(loadedUntil(ranges([0, 4], [8, 12]), 2)).toBe(4);
  expect(loadedUntil(ranges([0, 4], [8, 12]), 9)).toBe(12);
  expect(loadedUntil(ranges([0, 4], [8, 12]), 6)).toBe(6);
  expect(loadedUntil(ranges(), 3)).toBe(3);
});

test('a stored volume is restored', () => {
  expect(readSound('{"volume":0.4,"muted":true}')).toEqual({ volume: 0.4, muted: true });
});

test('a value not stored by a player is ignored', () => {
  const texts = ['', '{', 'null', '7', '{"volume":2,"muted":false}', '{"volume":0.5}', '[]'];
  for (const text of [null, ...texts]) expect([text, readSound(text)]).toEqual([text, null]);
});
