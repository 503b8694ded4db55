import { expect, test } from 'vitest';
import { playIfAllowed } from './mount-player.ts';

const plays = () => Promise.resolve();
const refuses = () => Promise.reject(new DOMException('not yet', 'NotAllowedError'));
const stops = () => Promise.reject(new DOMException('stopped', 'AbortError'));
const onlyMuted = (isMuted: boolean) => (isMuted ? plays() : refuses());

test.each([
  ['plays with sound where the browser allows it', plays, false, ['plays', false, 1]],
  ['plays muted where sound is not allowed', onlyMuted, false, ['plays-muted', true, 2]],
  ['stays unmuted where it may not play', refuses, false, ['refused', false, 2]],
  ['is not tried twice when the visitor muted it', refuses, true, ['refused', true, 1]],
  ['is not muted when it is paused during the try', stops, false, ['failed', false, 1]],
])('a video %s', async (_, allows, muted, outcome) => {
  let tries = 0;
  const video = {
    muted,
    play() {
      tries++;
      return allows(this.muted);
    },
  };
  expect([await playIfAllowed(video), video.muted, tries]).toEqual(outcome);
});
