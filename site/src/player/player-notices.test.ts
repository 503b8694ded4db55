import { expect, test } from 'vitest';
import { isSilentVideo, isStalled } from './player-notices.ts';

const video = { paused: false, seeking: false, readyState: 4, error: null };

test('a playing video without a next frame is stalled', () => {
  expect(isStalled({ ...video, readyState: 2 })).toBe(true);
  expect(isStalled(video)).toBe(false);
});

test('a paused video is stalled only while it seeks', () => {
  expect(isStalled({ ...video, paused: true, readyState: 1 })).toBe(false);
  expect(isStalled({ ...video, paused: true, readyState: 1, seeking: true })).toBe(true);
  expect(isStalled({ ...video, paused: true, readyState: 0, seeking: true })).toBe(false);
});

test('a failed video is not stalled', () => {
  expect(isStalled({ ...video, readyState: 0, error: {} })).toBe(false);
});

test('a video is silent when the browser reports it, in its own way', () => {
  expect(isSilentVideo({ webkitAudioDecodedByteCount: 0 })).toBe(true);
  expect(isSilentVideo({ mozHasAudio: false })).toBe(true);
  expect(isSilentVideo({ audioTracks: { length: 0 }, webkitAudioDecodedByteCount: 0 })).toBe(true);
  expect(isSilentVideo({ audioTracks: { length: 1 }, webkitAudioDecodedByteCount: 0 })).toBe(false);
  expect(isSilentVideo({ webkitAudioDecodedByteCount: 812 })).toBe(false);
  expect(isSilentVideo({})).toBe(false);
});
