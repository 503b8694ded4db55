import { expect, it } from 'vitest';
import { aPublishState } from '#testing/builders.ts';
import { isSilent, readStateEvent, reopenDelay } from './publish-events.ts';

it('parses a state and rejects anything else', () => {
  const state = aPublishState({ state: 'publishing', pagesDone: 3, pagesTotal: 10 });
  expect(readStateEvent(JSON.stringify(state))).toEqual(state);
  expect(readStateEvent('{"state":"dreaming"}')).toBeNull();
  expect(readStateEvent('not json')).toBeNull();
});

it('backs off up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 9].map(reopenDelay)).toEqual([1000, 2000, 5000, 10_000, 30_000, 30_000]);
});

it('takes a connection for dead after two missed beats, but not when the clock was set back', () => {
  expect([isSilent(0, 51_000), isSilent(0, 60_001), isSilent(5e12, 0)]).toEqual([
    false,
    true,
    false,
  ]);
});
