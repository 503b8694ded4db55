/** Killed at any moment between the private commit and the last file, the next start forgets nothing and shows nothing private. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createPublicLists } from '@veldlicht/database/public/public-lists';
import { media } from '@veldlicht/database/schema';
import { keepFigures, roundsOf, seededRandom } from '@veldlicht/scripts/nightly-figures';
import { expect, it } from 'vitest';
import { openProjection } from '../snapshot/projected-source.ts';
import { publicRows } from '../testing/public-rows.ts';
import { filesFromNothing, origin, usePublishWorld } from '../testing/publish-world.ts';
import { reachable } from '../testing/release-tree.ts';

const KILLS = roundsOf('projection-kills', 3);
const PROGRAM = path.join(import.meta.dirname, '../testing/hide-and-show.ts');
const world = usePublishWorld({ startsAt: 1_800_000_000_000 });

/** All that visitors can read: pages, index and lists. */
function readable(): string {
  const lists = existsSync(world.folder.publicLists)
    ? readdirSync(world.folder.publicLists).filter((name) => /^[a-z].*json$/.test(name))
    : [];
  const texts = lists.map((name) =>
    readFileSync(path.join(world.folder.publicLists, name), 'utf8'),
  );
  return [...[...reachable(world.folder)].map(([, text]) => text), ...texts].join('\n');
}

it(
  `is whole after each of ${KILLS} kills`,
  async () => {
    world.addItems(6);
    const random = seededRandom(7);
    for (let kill = 0; kill < KILLS; kill++) {
      const child = fork(PROGRAM, [world.folder.root]);
      const ended = once(child, 'exit');
      let edits = 0;
      child.on('message', () => {
        edits++;
      });
      await expect.poll(() => edits).toBeGreaterThan(2);
      // An edit takes some thirty milliseconds from its commit to its files.
      await setTimeout(random() * 60);
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);

      const projection = openProjection(world.folder, origin);
      const onError = (error: unknown) => {
        throw error;
      };
      const lists = createPublicLists({ folder: world.folder.publicLists, onError, waitMs: 0 });
      await world.publisher({ projection, lists }).publish();
      await lists.writeAll(projection.open());
      await lists.stop();
      const rows = world.api.select().from(media).all();
      const text = readable();
      for (const { title, status } of rows)
        expect([title, text.includes(title)]).toEqual([title, status === 'published']);
      const shown = new Set(rows.map(({ title }) => title));
      const old = text.match(/(?:Openbaar|Verborgen)-\d+x/g)?.filter((title) => !shown.has(title));
      expect(old ?? []).toEqual([]);
      const fresh = openProjection({ ...world.folder, publicDatabase: ':memory:' }, origin);
      fresh.read(world.clock);
      expect(publicRows(projection.open())).toEqual(publicRows(fresh.open()));
      fresh.close();
      projection.close();
      const live = world.live();
      live.delete('release.json');
      expect(live).toEqual(await filesFromNothing(world.deps()));
    }
    keepFigures('projection-kills', { kills: KILLS });
  },
  60_000 + KILLS * 15_000,
);
