/** Answers for paths of the site without a file. */
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { whereInTime, whereListed } from '@veldlicht/database/is-public';
import { mayShowOf } from '@veldlicht/database/keep-addresses';
import { isToBeMade } from '@veldlicht/database/live-site';
import type { Database } from '@veldlicht/database/open';
import { forVisitors, readStories } from '@veldlicht/database/public/private-rows';
import { mayShowStory } from '@veldlicht/database/public/shown-words';
import { itemPath } from '@veldlicht/database/public/to-public-item';
import { storyPath } from '@veldlicht/database/public/to-public-story';
import { redirectKeys } from '@veldlicht/database/redirects';
import { media, movedAddresses, movedIn, stories } from '@veldlicht/database/schema';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';

export type Miss = { status: 301; to: string } | { status: 404 | 410 };

/** Ended addresses are stored by their last four digits only, without the title. */
const PAGE = /^\/(?:foto|video|veldnotities|reeks)\/([^/?#]*-(\d{4}))(?=$|[?#])/;

/** How long a miss waits for a page being rendered, and the polling interval. */
const COMING_MS = 2000;
const LOOK_EVERY_MS = 50;

export type Coming = 'no' | 'made' | 'late';

/** Waits for a page that is queued: pages that must show less are removed until they are rendered. */
export function comingFiles(folder: Pick<DataFolder, 'publicDatabase'>) {
  return async (address: string, file: string): Promise<Coming> => {
    if (!isToBeMade(folder, address)) return 'no';
    for (let waited = 0; waited < COMING_MS; waited += LOOK_EVERY_MS) {
      await setTimeout(LOOK_EVERY_MS);
      if (existsSync(file)) return 'made';
    }
    return isToBeMade(folder, address) ? 'late' : 'no';
  };
}

/** Maps addresses of an imported site. */
function movedReader(db: Database): (key: string, plain: string) => Miss | null {
  const find = db
    .select({ id: movedIn.subjectId })
    .from(movedAddresses)
    .innerJoin(movedIn, eq(movedIn.key, movedAddresses.movedKey))
    .where(inArray(movedAddresses.path, [sql.placeholder('key'), sql.placeholder('plain')]))
    .orderBy(desc(sql`length(${movedAddresses.path})`))
    .limit(1)
    .prepare();
  return (key, plain) => {
    const found = find.get({ key, plain });
    return found ? leadTo(publicPathOf(db, 'id', found.id)) : null;
  };
}

/** An item or a story that visitors don't see is gone: its address could reveal it. */
const leadTo = (to: string | null): Miss => (to === null ? { status: 410 } : { status: 301, to });

function publicPathOf(db: Database, name: 'id' | 'slug', value: string): string | null {
  const now = Date.now();
  const isItem = and(eq(media[name], value), whereListed, whereInTime(now));
  const item = db.select().from(media).where(isItem).get();
  if (item) return itemPath(item);
  const found = db.select({ id: stories.id }).from(stories).where(eq(stories[name], value)).get();
  const [story] = found ? readStories(db, forVisitors, now, [found.id]) : [];
  // A story with a guarded item waits until its words are confirmed.
  const isShown = story && (!story.isGuarded || mayShowStory(story, mayShowOf(db)));
  return isShown ? storyPath(story) : null;
}

/** Finds redirects and ended addresses; 404 without a database, or with a damaged one (fault F8). */
export function missReader(db: Database | undefined): (path: string, search: string) => Miss {
  if (!db) return () => ({ status: 404 });
  const findTarget = db.$client
    .prepare('SELECT target FROM redirects WHERE path IN (?, ?) ORDER BY length(path) DESC')
    .pluck();
  const moved = movedReader(db);
  const findEnded = db.$client.prepare('SELECT 1 FROM ended_addresses WHERE ending = ?').pluck();
  return (path, search) => {
    try {
      const [key = '', plain = key] = redirectKeys(path, search);
      const to = findTarget.get(key, plain);
      if (typeof to === 'string') {
        const slug = PAGE.exec(to)?.[1];
        return leadTo(slug && publicPathOf(db, 'slug', slug) === null ? null : to);
      }
      const known = moved(key, plain);
      if (known) return known;
      const ending = PAGE.exec(path)?.[2];
      return { status: ending !== undefined && findEnded.get(ending) ? 410 : 404 };
    } catch {
      return { status: 404 };
    }
  };
}
