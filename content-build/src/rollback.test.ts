import { media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPublisher } from './publish.ts';
import { readState } from './publish-state.ts';
import { publishDelay } from './publish-timing.ts';
import { rollBack } from './rollback.ts';
import { createWorld, plainSite, type World } from './testing/world.ts';

const meanwhile = vi.hoisted(() => ({ happens: () => {} }));
vi.mock('./release/activate-release.ts', async (load) => {
  const real = await load<typeof import('./release/activate-release.ts')>();
  const activateRelease: typeof real.activateRelease = (...args) => {
    meanwhile.happens();
    return real.activateRelease(...args);
  };
  return { activateRelease };
});

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => {
  meanwhile.happens = () => {};
  world.remove();
});

it('publishes what is deleted while the step back is being taken', async () => {
  world.addItem();
  world.addItem();
  const deps = { db: world.db, folder: world.folder, site: plainSite(), now: () => 1 };
  const { publish } = createPublisher({ ...deps, origin: 'https://veldlicht.example' });
  const first = await publish();
  world.db.update(media).set({ title: 'Nieuw' }).where(eq(media.seq, 1)).run();
  await publish();
  meanwhile.happens = () => world.db.delete(media).where(eq(media.seq, 2)).run();
  await rollBack(world.db, world.folder, first?.id ?? '', 2);
  expect(publishDelay(readState(world.db), null, 0, Date.now())).not.toBeNull();
});
