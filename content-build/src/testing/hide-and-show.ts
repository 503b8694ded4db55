/** Hides and shows items and publishes, until it is killed: `<data folder>`. */
import { dataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { createPublicLists } from '@veldlicht/database/public/public-lists';
import { media, mediaRows } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { openProjection } from '../publish/projection.ts';
import { createPublisher } from '../publish/publish.ts';
import { markTouched } from '../routes/routes.ts';
import { plainSite } from './world.ts';

const folder = dataFolder(process.argv[2] ?? '');
const db = openDatabase(folder.database);
const site = plainSite();
const projection = openProjection(folder, 'https://veldlicht.example', markTouched);
const lists = createPublicLists({ folder: folder.publicLists, onError: () => {}, waitMs: 0 });
const publisher = createPublisher({ db, folder, site, projection, lists, now: Date.now });
for (let round = 0; ; round++) {
  const rows = db.select().from(media).all();
  const row = rows[round % rows.length];
  if (!row) throw new Error('no items');
  const status = row.status === 'draft' ? ('published' as const) : ('draft' as const);
  // Public and hidden texts carry different words, which tell when they were written.
  const change = { status, title: `${status === 'draft' ? 'Verborgen' : 'Openbaar'}-${round}x` };
  db.update(mediaRows).set(change).where(eq(mediaRows.seq, row.seq)).run();
  process.send?.(round);
  await publisher.publish();
}
