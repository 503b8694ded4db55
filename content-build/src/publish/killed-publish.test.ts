/** After a kill at any moment the site has no broken reference, and the next start completes the publish. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openPublicDatabase } from '@veldlicht/database/public/public-database';
import { media } from '@veldlicht/database/schema';
import { keepFigures, roundsOf, seededRandom } from '@veldlicht/scripts/nightly-figures';
import { expect, it } from 'vitest';
import { openSite } from '../testing/cut-site.ts';
import { contentRows } from '../testing/public-rows.ts';
import { filesFromNothing, origin, usePublishWorld } from '../testing/publish-world.ts';
import { placesOf } from '../testing/site-tree.ts';
import { missesFrom } from '../testing/visitor.ts';
import { nameOf } from './address-name.ts';
import { openProjection } from './projection.ts';

const KILLS = roundsOf('publish-kills', 3);
const PROGRAM = path.join(import.meta.dirname, '../testing/hide-and-show.ts');
const world = usePublishWorld({ startsAt: 1_800_000_000_000 });

/** Words of hidden items. */
function secrets(): string[] {
  const rows = world.api.select().from(media).all();
  const hidden = rows.filter(({ status }) => status === 'draft');
  return hidden.flatMap(({ title, slug, fileHash }) => [title, slug, fileHash]);
}

/** Broken references, except to items removed on purpose. */
function misses(expected: Map<string, string>): string[] {
  const words = secrets();
  return missesFrom(world.folder, ['/']).filter((miss) => {
    const [, named = ''] = miss.split(' → ');
    const isGone = !named.startsWith('/media/') && !expected.has(nameOf(named, 'file'));
    return !isGone && !words.some((word) => named.includes(word));
  });
}

it(
  `is complete after each of ${KILLS} kills`,
  async () => {
    world.addItems(6);
    await world.publisher().publish();
    const random = seededRandom(7);
    for (let kill = 0; kill < KILLS; kill++) {
      const child = fork(PROGRAM, [world.folder.root]);
      const ended = once(child, 'exit');
      let edits = 0;
      child.on('message', () => {
        edits++;
      });
      await expect.poll(() => edits, { interval: 5 }).toBeGreaterThan(2);
      // From one commit to the next.
      await setTimeout(random() * 60);
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      const expected = await filesFromNothing(world.deps());
      expect(misses(expected), `after kill ${kill}`).toEqual([]);

      const opened = openSite(world.folder, origin, { site: world.site, now: Date.now });
      await opened.publisher.publish();
      await opened.lists?.writeAll(opened.projection.open());
      await opened.publisher.prune();
      await opened.close();
      expect(secrets().flatMap((word) => placesOf(world.folder, word))).toEqual([]);
      expect(missesFrom(world.folder, ['/'])).toEqual([]);
      expect(existsSync(world.folder.staging)).toBe(false);
      expect(world.live()).toEqual(expected);

      const target = openPublicDatabase(world.folder.publicDatabase);
      const fresh = openProjection({ ...world.folder, publicDatabase: ':memory:' }, origin);
      fresh.update(world.clock);
      expect(contentRows(target)).toEqual(contentRows(fresh.open()));
      expect(target.prepare('SELECT path FROM dirty').all()).toEqual([]);
      const hashes = target.prepare('SELECT DISTINCT hash FROM items ORDER BY 1').pluck().all();
      expect(readdirSync(world.folder.publicMedia).sort()).toEqual(hashes);
      fresh.close();
      target.close();
    }
    keepFigures('publish-kills', { kills: KILLS });
  },
  60_000 + KILLS * 15_000,
);
