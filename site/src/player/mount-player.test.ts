import { expect, test } from 'vitest';
import { playIfAllowed } from './mount-player.ts';

const refusal = () => Promise.reject(new DOMException('not yet', 'NotAllowedError'));

/** A video in a browser that lets it play when `allows` says so. */
function videoThat(allows: (muted: boolean) => Promise<void>, muted = false) {
  const video = { muted, tries: 0, play: () => Promise.resolve() };
  video.play = () => {
    video.tries++;
    return allows(video.muted);
  };
  return video;
}

test('a video plays with its sound where it may', async () => {
  const video = videoThat(() => Promise.resolve());
  expect([await playIfAllowed(video), video.muted, video.tries]).toEqual(['plays', false, 1]);
});

test('a video that may not make noise plays without', async () => {
  const video = videoThat((muted) => (muted ? Promise.resolve() : refusal()));
  expect([await playIfAllowed(video), video.muted, video.tries]).toEqual(['plays-muted', true, 2]);
});

test('a video that may not play at all keeps its sound for later', async () => {
  const video = videoThat(refusal);
  expect([await playIfAllowed(video), video.muted]).toEqual(['refused', false]);
});

test('a video that was muted by its visitor is not tried twice', async () => {
  const video = videoThat(refusal, true);
  expect([await playIfAllowed(video), video.muted, video.tries]).toEqual(['refused', true, 1]);
});

test('a video that is paused or taken away meanwhile is not muted', async () => {
  const video = videoThat(() => Promise.reject(new DOMException('stopped', 'AbortError')));
  expect([await playIfAllowed(video), video.muted, video.tries]).toEqual(['failed', false, 1]);
});
