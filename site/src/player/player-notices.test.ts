import { expect, test } from 'vitest';
import { isSilentVideo, isStalled } from './player-notices.ts';

const video = { paused: false, seeking: false, readyState: 4, error: null };

test('a video waits when it wants to play and has nothing to show', () => {
  expect(isStalled({ ...video, readyState: 2 })).toBe(true);
  expect(isStalled(video)).toBe(false);
});

test('a paused video waits only while it seeks', () => {
  expect(isStalled({ ...video, paused: true, readyState: 1 })).toBe(false);
  expect(isStalled({ ...video, paused: true, readyState: 1, seeking: true })).toBe(true);
  expect(isStalled({ ...video, paused: true, readyState: 0, seeking: true })).toBe(false);
});

test('a video that failed does not wait', () => {
  expect(isStalled({ ...video, readyState: 0, error: {} })).toBe(false);
});

test('a video is silent when the browser, in its own way, says so', () => {
  expect(isSilentVideo({ webkitAudioDecodedByteCount: 0 })).toBe(true);
  expect(isSilentVideo({ mozHasAudio: false })).toBe(true);
  expect(isSilentVideo({ audioTracks: { length: 0 }, webkitAudioDecodedByteCount: 0 })).toBe(true);
  expect(isSilentVideo({ audioTracks: { length: 1 }, webkitAudioDecodedByteCount: 0 })).toBe(false);
  expect(isSilentVideo({ webkitAudioDecodedByteCount: 812 })).toBe(false);
  expect(isSilentVideo({})).toBe(false);
});
