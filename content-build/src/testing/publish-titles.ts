/**
 * Publishes once for each title it is given, which the first item then has: for tests that watch or
 * end a publish. Arguments: data folder, titles.
 */
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { createPublisher } from '../publish/publish.ts';
import { plainSite } from './world.ts';

const [root = '', ...titles] = process.argv.slice(2);
const folder = dataFolder(root);
const db = openDatabase(folder.database);
const site = plainSite();
const origin = 'https://veldlicht.example';
const publisher = createPublisher({ db, folder, site, origin, now: Date.now });
await publisher.sweep();
for (const title of titles) {
  db.update(media).set({ title }).where(eq(media.seq, 1)).run();
  const release = await publisher.publish();
  await publisher.prune();
  console.log(release?.id);
}
