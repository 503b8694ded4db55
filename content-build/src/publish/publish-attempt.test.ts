/** The worker records an attempt whose process died. */
import { releases } from '@veldlicht/database/schema';
import { beforeEach, expect, it } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';
import { settleCutOff } from './publish-attempt.ts';
import { markRunning, readState } from './publish-state.ts';

const world = usePublishWorld();
beforeEach(() => void world.addItem());

const attempts = () => world.db.select().from(releases).all();
const cutOff = (at: number) => {
  markRunning(world.db, at);
  settleCutOff(world.db, at + 500);
  return readState(world.db).nextTryAt;
};

it('records nothing when no attempt ran', () => {
  const before = readState(world.db);
  settleCutOff(world.db, 5);
  expect(readState(world.db)).toEqual(before);
  expect(attempts()).toEqual([]);
});

it('repeats a killed attempt at once, and delays further ones', () => {
  expect(cutOff(1000)).toBe(1500);
  expect(cutOff(2000)).toBe(2500 + 30_000);
  expect(cutOff(3000)).toBe(3500 + 120_000);
  expect(attempts()).toMatchObject([
    { state: 'failed', error: 'publish_cut_off', durationMs: 500 },
    {},
    {},
  ]);
});

it('tries again when an item starts or ends, even after the last retry', () => {
  for (let i = 0; i < 6; i++) cutOff(1000);
  expect(readState(world.db).nextTryAt).toBeNull();
  world.addItem({ publishFrom: 9000 });
  for (let i = 0; i < 6; i++) cutOff(1000);
  expect(readState(world.db).nextTryAt).toBe(9000);
});

it('reports a hang as too slow', () => {
  markRunning(world.db, 1);
  settleCutOff(world.db, 2, 600_000);
  expect(readState(world.db).error).toBe('publish_too_slow?n=10');
});
