/**
 * The projection: private rows in, public rows out. It alone decides what is public, since nothing else opens both
 * databases (decision 004).
 */
import type { SiteProfile } from '@veldlicht/contract/settings';
import type { SiteFacts } from '@veldlicht/contract/site-facts';
import { max } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { preparedFor } from '../prepared.ts';
import { auditLog, contentState, settings } from '../schema.ts';
import {
  changedItems,
  changedStories,
  forVisitors,
  guardedAmong,
  itemReader,
  readStories,
  storiesNaming,
} from './private-rows.ts';
import { CHANGED, FEW, itemProjector, PORTION } from './project-items.ts';
import { projectCategories, projectSpecies } from './project-names.ts';
import { projectStories } from './project-stories.ts';
import { type PublicDatabase, prepared } from './public-database.ts';
import { mayShowIn, shownProfile } from './shown-words.ts';
import { toSiteFacts } from './site-facts.ts';

const stateQuery = preparedFor((store) => store.select().from(contentState).prepare());
const settingsQuery = preparedFor((store) => store.select().from(settings).prepare());
const auditQuery = preparedFor((store) =>
  store
    .select({ id: max(auditLog.id) })
    .from(auditLog)
    .prepare(),
);

/** Numbers of all items in either database, in portions. */
function* allItems(db: Database, target: PublicDatabase): Generator<number[]> {
  const query = 'SELECT seq FROM TABLE WHERE seq > ? ORDER BY seq LIMIT ?';
  const next = [db.$client, target].map((client, i) =>
    prepared(client, query.replace('TABLE', i === 0 ? 'media' : 'items')).pluck(),
  );
  for (let last = 0; ; ) {
    const found = next.map((one) => one.all(last, PORTION) as number[]); // one column
    // Numbers beyond a full portion wait for the next one.
    const full = found.filter((list) => list.length === PORTION);
    const end = Math.min(...full.map((list) => list.at(-1) ?? 0), Number.MAX_SAFE_INTEGER);
    const seqs = [...new Set(found.flat())].filter((seq) => seq <= end);
    if (seqs.length > 0) yield seqs;
    if (full.length === 0) return;
    last = end;
  }
}
/** Facts of the site before and after. */
export interface SiteChange {
  before: SiteFacts | null;
  after: SiteFacts;
}

/** Updates the facts of the site, without ids that are not public. `typed` is unsaved. Returns null when unchanged. */
export function projectSite(
  db: Database,
  target: PublicDatabase,
  origin: string,
  typed: Partial<SiteProfile> = {},
): SiteChange | null {
  const row = settingsQuery(db).get();
  if (!row) throw new Error('the database has no settings');
  const profileNow = { ...shownProfile(db.$client, row.profile), ...typed };
  const after = toSiteFacts(profileNow, row.googleAnalyticsId, origin);
  const { profile } = after;
  const isPublic = prepared(target, 'SELECT 1 FROM items WHERE id = ?');
  const isShown = prepared(target, 'SELECT 1 FROM stories WHERE id = ?');
  if (profile.portrait && !isPublic.get(profile.portrait)) profile.portrait = '';
  profile.homeSeries = profile.homeSeries.filter((id) => isShown.get(id));
  profile.homeItems = profile.homeItems.filter((id) => isPublic.get(id));
  const hasKind = prepared(target, 'SELECT 1 FROM stories WHERE kind = ?');
  if (hasKind.get('note')) after.hasNotes = true;
  if (hasKind.get('series')) after.hasSeries = true;
  if (prepared(target, 'SELECT 1 FROM species').get()) after.hasSpecies = true;
  if (prepared(target, 'SELECT 1 FROM areas').get()) after.hasMap = true;
  const json = JSON.stringify(after);
  const before = prepared(target, 'SELECT facts FROM site').pluck().get() as string | undefined; // one text column
  if (before === json) return null;
  prepared(target, 'INSERT OR REPLACE INTO site VALUES (1, ?)').run(json);
  return { before: before ? JSON.parse(before) : null, after };
}

interface PublicState {
  epoch: string;
  revision: number;
  moment: number;
  serial: number;
  rules: string | null;
}

/** Whether the public database has an earlier state by the same rules, so that projecting changes suffices. */
export function isEarlierState(
  known: PublicState | null,
  { epoch, revision, rules }: Pick<PublicState, 'epoch' | 'revision' | 'rules'>,
): known is PublicState {
  return known?.epoch === epoch && known.rules === rules && known.revision <= revision;
}

export function readPublicState(target: PublicDatabase): PublicState | null {
  const row = prepared(target, 'SELECT epoch, revision, moment, serial, rules FROM state').get();
  return (row as PublicState | undefined) ?? null; // its columns
}

/** Outcome of a projection. */
export interface Projected {
  /** Something disappeared, or became less exact. */
  isLess: boolean;
  /** Everything was projected: the epoch or the rules differ, or the database was empty. */
  isWhole: boolean;
  revision: number;
  /** Newest entry of the audit log at that moment. */
  auditId: number;
  /** Serial of the public database. */
  serial: number;
}

/** Differences, in addition to the tables of `CHANGED`. */
export interface Differences {
  /** Everything was projected: the epoch or the rules differ, or the database was empty. */
  isWhole: boolean;
  site: SiteChange | null;
  /** Addresses of renamed categories and species; null when nothing was renamed. */
  renamed: string[] | null;
  /** Serial of the public database after the projection. */
  serial: number;
}

/** Marks the pages that may differ; called in the transaction of the projection. */
export type OnDifferences = (target: PublicDatabase, differences: Differences) => void;

/**
 * Updates the public database of the site at `origin` to a moment, in one transaction: rows with a newer revision, and
 * those whose schedule began or ended. With another epoch (a restored backup) or other rules (an upgrade) everything
 * is projected. Writes only rows that differ. Reads one state of the private database; later writes wait for the next
 * call.
 */
export function project(
  db: Database,
  target: PublicDatabase,
  origin: string,
  moment: number,
  onDifferences?: OnDifferences,
): Projected {
  target.exec(CHANGED);
  const now = () => projectNow(db, target, origin, moment, onDifferences);
  return db.$client.transaction(() => target.transaction(now).immediate())();
}

function projectNow(
  db: Database,
  target: PublicDatabase,
  origin: string,
  moment: number,
  onDifferences: OnDifferences | undefined,
): Projected {
  const state = stateQuery(db).get();
  if (!state) throw new Error('the database has no content state');
  const { revision, epoch, rules } = state;
  const auditId = auditQuery(db).get()?.id ?? 0;
  const known = readPublicState(target);
  const since = isEarlierState(known, state) ? known : null;
  // For a new database all pages are rendered anyway.
  const isNoted = known !== null && onDifferences !== undefined;

  const names = projectCategories(db, target);
  const { changes, ...items } = itemProjector(target, itemReader(db, forVisitors, moment), {
    isNoted,
  });
  const changed = since && changedItems(db, since, moment);
  for (const seqs of changed ? [changed] : allItems(db, target)) items.project(seqs);

  // A guarded item affects stories even while it is withheld.
  const turned = [...changes.turned, ...guardedAmong(db, changed ?? [])];
  const stories = projectChangedStories(db, target, since, turned, moment, isNoted);
  const named = names.settle();
  const species = projectSpecies(db, target, since ? changes.species : undefined);
  const site = projectSite(db, target, origin);
  const differs =
    changes.differs || stories.differs || named.differs || species.differs || site !== null;
  const serial = (known?.serial ?? 0) + Number(differs);
  prepared(target, 'INSERT OR REPLACE INTO state VALUES (1, ?, ?, ?, ?, ?)').run(
    epoch,
    revision,
    moment,
    serial,
    rules,
  );
  if (differs || !since)
    onDifferences?.(target, {
      isWhole: !since,
      site,
      renamed: named.differs || species.differs ? [...named.paths, ...species.paths] : null,
      serial,
    });
  const isLess = changes.isLess || stories.isLess;
  return { isLess, isWhole: !since, revision, auditId, serial };
}

/** Stories that changed, or that show an item that `turned`. */
function projectChangedStories(
  db: Database,
  target: PublicDatabase,
  since: PublicState | null,
  turned: string[],
  moment: number,
  isNoted: boolean,
): ReturnType<typeof projectStories> {
  const present = prepared(target, 'SELECT id FROM stories').pluck().all() as string[]; // one column
  if (!since || turned.length > FEW) {
    const rows = readStories(db, forVisitors, moment);
    return projectStories(target, rows, present, mayShowIn(db.$client), { isNoted });
  }
  // Purged stories have no revision to find them by.
  const left = prepared(
    db.$client,
    'SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM stories)',
  )
    .pluck()
    .all(JSON.stringify(present)) as string[]; // one column
  const touched = [...changedStories(db, since, moment), ...storiesNaming(db, turned), ...left];
  const ids = [...new Set(touched)];
  const rows = ids.length > 0 ? readStories(db, forVisitors, moment, ids) : [];
  return projectStories(target, rows, ids, mayShowIn(db.$client), { isNoted });
}
