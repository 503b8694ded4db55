import { describe, expect, it } from 'vitest';
import { commandFor, run, setVolume, toggleMute } from './player-commands.ts';

describe('keys', () => {
  it('are the usual ones of a film', () => {
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

/** The part of a film that commands touch. */
function film(facts: Partial<HTMLVideoElement> = {}): HTMLVideoElement {
  const parts = { volume: 1, muted: false, currentTime: 0, duration: 20, dataset: {}, ...facts };
  return parts as HTMLVideoElement; // a browser is not needed to do sums
}
const root = {} as HTMLElement; // only the whole screen asks for it

describe('sound', () => {
  it('that is turned down to nothing is off, and comes back audibly', () => {
    const video = film();
    setVolume(video, 0);
    expect(video).toMatchObject({ volume: 0, muted: true });
    toggleMute(video);
    expect(video).toMatchObject({ volume: 0.5, muted: false });
  });

  it('that was off starts from silence when it is turned up', () => {
    const video = film({ muted: true, volume: 0.8 });
    run({ do: 'volumeBy', amount: 0.1 }, video, root);
    expect(video).toMatchObject({ volume: 0.1, muted: false });
  });

  it('stays between silence and all', () => {
    const video = film({ volume: 0.95 });
    run({ do: 'volumeBy', amount: 0.1 }, video, root);
    expect(video.volume).toBe(1);
    run({ do: 'volumeBy', amount: -1 }, video, root);
    expect(video.volume).toBe(0);
  });
});

describe('seeking', () => {
  it('stays within the film', () => {
    const video = film({ currentTime: 18 });
    run({ do: 'seekBy', seconds: 5 }, video, root);
    expect(video.currentTime).toBe(20);
    run({ do: 'seekBy', seconds: -30 }, video, root);
    expect(video.currentTime).toBe(0);
    run({ do: 'seekTo', part: 0.4 }, video, root);
    expect(video.currentTime).toBe(8);
  });

  it('works before the file has told its length', () => {
    const video = film({ duration: Number.NaN, dataset: { duration: '10' } });
    run({ do: 'seekTo', part: 0.5 }, video, root);
    expect(video.currentTime).toBe(5);
  });
});
