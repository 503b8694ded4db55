import { expect, test } from 'vitest';
import { isBroken, isSilentFilm, isStalled } from './player-notices.ts';

const film = { paused: false, seeking: false, readyState: 4, error: null };

test('a film waits when it wants to play and has nothing to show', () => {
  expect(isStalled({ ...film, readyState: 2 })).toBe(true);
  expect(isStalled(film)).toBe(false);
});

test('a film that stands still waits for the moment that was asked for only', () => {
  expect(isStalled({ ...film, paused: true, readyState: 1 })).toBe(false);
  expect(isStalled({ ...film, paused: true, readyState: 1, seeking: true })).toBe(true);
  expect(isStalled({ ...film, paused: true, readyState: 0, seeking: true })).toBe(false);
});

test('a film that failed does not wait', () => {
  expect(isStalled({ ...film, readyState: 0, error: {} })).toBe(false);
});

test('a film is broken by itself or by all its sources', () => {
  expect(isBroken({ error: {}, networkState: 1 })).toBe(true);
  expect(isBroken({ error: null, networkState: 3 })).toBe(true);
  expect(isBroken({ error: null, networkState: 2 })).toBe(false);
});

test('a film is silent when the browser, in its own way, says so', () => {
  expect(isSilentFilm({ webkitAudioDecodedByteCount: 0 })).toBe(true);
  expect(isSilentFilm({ mozHasAudio: false })).toBe(true);
  expect(isSilentFilm({ audioTracks: { length: 0 }, webkitAudioDecodedByteCount: 0 })).toBe(true);
  expect(isSilentFilm({ audioTracks: { length: 1 }, webkitAudioDecodedByteCount: 0 })).toBe(false);
  expect(isSilentFilm({ webkitAudioDecodedByteCount: 812 })).toBe(false);
  expect(isSilentFilm({})).toBe(false);
});
