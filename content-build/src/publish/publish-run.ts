/**
 * One publish, in place (decision 005): updates the public database, removes ended pages, renders and checks changed
 * pages in the staging folder, then moves them one by one in an order in which no page needs a missing file. All
 * pending work is stored in the public database, so a kill loses nothing.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { mapLimited } from '@veldlicht/database/map-limited';
import { forgetDeleted } from '@veldlicht/database/public/private-rows';
import type { Content } from '../routes/route-kind.ts';
import { isRendered, openContent } from '../routes/routes.ts';
import { placeAssets } from './assets.ts';
import { hidePages, type PublisherDeps, updateContent } from './hide-at-once.ts';
import { keyOf, makePage, plannedAt } from './make-page.ts';
import { type DirtyPage, type Outcome, type PagesTable, pagesTable } from './pages-table.ts';
import { markBuild } from './plan-publish.ts';
import { addLinks, unlinkMedia } from './public-media.ts';
import { markDone, progressOf, type ReleaseRow, readState } from './publish-state.ts';
import { nextMoment } from './publish-timing.ts';
import { fileAt, formsOf, moveIn, syncAll, takeAway } from './site-folder.ts';

/** Rendering is sequential; compression overlaps with it. */
const PAGES_AT_ONCE = 3;
/** Pages that must show less; each waits for its own disk sync. */
const LESS_AT_ONCE = 6;
/** Addresses per query, and pages moved between two checks for changes. */
const PORTION = 200;
/** Pages synced before the first one moves: one sync of the file system costs the same for any number. */
const FLUSHED = 2000;
/** Entries in the cache of existing renditions. */
const MOST_SEEN = 100_000;
/** After this time a page that must show less is removed until it is made; requests for it wait (decision 006). */
const LESS_MS = 40;
/** With this many removed names, page files are not searched for them. */
const MOST_NAMES = 50;
/** Pause between checks for changes. */
const CHECK_EVERY_MS = 20;

/** `isWhole`: all addresses were marked. */
type Prepare = (isWhole: boolean) => Promise<void>;

export class PublishRun {
  readonly #deps: PublisherDeps;
  readonly #started: number;
  readonly #onPage: (done: number, total: number) => void;
  #projected!: ReturnType<typeof updateContent>;
  #content!: Content;
  #pages!: PagesTable;
  #askedAt = 0;
  /** Set by the timer; thrown at the next check. */
  #changeError: unknown = null;
  /** Some dirty page must show less. */
  #hasLess = false;
  #isShowingLess = false;
  #lessTimer: NodeJS.Timeout | undefined;
  #hasNewLinks = false;
  /** Addresses whose files have moved but are not recorded. */
  readonly #moved = new Set<string>();
  /** Part of draft names, since a failed attempt may still be writing pages. */
  readonly #id = randomBytes(4).toString('hex');
  #drafts = 0;
  readonly #seenMedia = new Set<string>();
  /** Synced files of the staging folder. */
  #flushed: ReadonlySet<string> = new Set();
  #looked = 0;
  #total = 0;
  #made = 0;
  #ended = 0;
  #bytes = 0;

  constructor(deps: PublisherDeps) {
    this.#deps = deps;
    this.#started = deps.now();
    this.#onPage = progressOf(deps.db, deps.now);
  }

  /**
   * Returns the row of the live release, or null when no page differs. Throws `PublishError` and disk errors. `prepare`
   * marks or removes damage before anything is rendered.
   */
  async run(prepare: Prepare): Promise<ReleaseRow | null> {
    const { publicMedia } = this.#deps.folder;
    // Removals do not wait for pages or disk checks.
    let watch: NodeJS.Timeout | undefined;
    try {
      this.#update();
      watch = setInterval(() => this.#projectChanges(), CHECK_EVERY_MS);
      await this.#publish(prepare);
    } catch (error) {
      this.#hideLate();
      throw error;
    } finally {
      clearInterval(watch);
      clearTimeout(this.#lessTimer);
      rmSync(this.#deps.folder.staging, { recursive: true, force: true });
    }
    await unlinkMedia(publicMedia, this.#pages.unusedMedia());
    this.#pages.settle();
    return this.#finish();
  }

  async #publish(prepare: Prepare): Promise<void> {
    const { folder, site, projection, listener } = this.#deps;
    rmSync(folder.staging, { recursive: true, force: true });
    for (const place of [folder.staging, folder.publicMedia]) mkdirSync(place, { recursive: true });
    // The files behind a failed attempt's outcomes are gone.
    this.#pages.clear();
    listener?.step('reading the content');
    await prepare(markBuild(projection.open(), site, this.#projected.serial));
    this.#addLinks();
    this.#noteLess();
    this.#total = this.#pages.countDirty();
    listener?.step(`${this.#total} pages to look at`);
    await placeAssets(folder.publicSite, folder.staging, site);
    await this.#showLess();
    // Pages that only link to changed ones come second: visitors may be waiting for the first.
    await this.#makeAndMove('first');
    await this.#makeAndMove('all');
  }

  /** Makes pages and moves them until none is dirty. */
  async #makeAndMove(which: 'first' | 'all'): Promise<void> {
    for (;;) {
      await this.#makeAll(which);
      const outcomes = this.#pages.outcomes(PORTION, which);
      if (outcomes.length === 0) break;
      await this.#flush(outcomes, which, FLUSHED);
      await this.#putInPlace(outcomes);
      await setImmediate();
      await this.#checkForChanges();
    }
  }

  #update(): void {
    this.#projected = updateContent(this.#deps);
    const target = this.#deps.projection.open();
    this.#pages = pagesTable(target);
    this.#content = openContent(target);
    this.#total = this.#looked + this.#pages.countDirty();
    this.#noteLess();
    this.#addLinks();
  }

  /** Starts the time limit of pages that must show less. */
  #noteLess(): void {
    this.#hasLess = this.#pages.dirty('less', '', 1).length > 0;
    if (this.#hasLess)
      this.#lessTimer ??= setTimeout(() => this.#hideLate(), this.#deps.lessMs ?? LESS_MS);
  }

  /** Links renditions before the pages that show them move. */
  #addLinks(): void {
    const { publicMedia, renditions } = this.#deps.folder;
    this.#step('link');
    this.#hasNewLinks =
      addLinks(publicMedia, renditions, this.#pages.mediaToShow()) || this.#hasNewLinks;
  }

  /** Projects changes made since the publish began; this removes ended pages. */
  #projectChanges(): void {
    if (performance.now() - this.#askedAt < CHECK_EVERY_MS) return;
    this.#askedAt = performance.now();
    const { db, now } = this.#deps;
    try {
      const isSame = readState(db).revision === this.#projected.revision;
      if (isSame && (nextMoment(db, this.#projected.moment) ?? Infinity) > now()) return;
      this.#update();
    } catch (error) {
      this.#changeError ??= error;
    }
  }

  /** Projects changes, then handles pages that must show less. */
  async #checkForChanges(): Promise<void> {
    this.#projectChanges();
    if (this.#changeError !== null) throw this.#changeError;
    if (this.#hasLess && !this.#isShowingLess) await this.#showLess();
  }

  /** The planned content of an address, its key, and the key of the published page. */
  #compare(address: string) {
    const { site } = this.#deps;
    const planned = plannedAt(this.#content, site, address);
    return { planned, key: planned && keyOf(site, planned), before: this.#pages.keyOf(address) };
  }

  #isSame(address: string): boolean {
    const { key, before } = this.#compare(address);
    return key !== null && key === before;
  }

  /** Renders the page of an address if its key differs. */
  async #look({ path: address, serial }: DirtyPage): Promise<Outcome> {
    const { folder, site, listener } = this.#deps;
    const { planned, key, before } = this.#compare(address);
    const outcome = { path: address, serial, isNew: !before, key };
    this.#looked++;
    if (!planned || key === before) return { ...outcome, file: null, hash: null, bytes: 0 };
    const page = 'page' in planned ? planned.page : null;
    listener?.rendering(address, page?.kind === 'item' ? page.item.title : null);
    const draft = path.join(folder.staging, `${this.#id}-${++this.#drafts}`);
    const hasMedia = (url: string) => this.#hasMedia(url);
    const { allBytes, ...made } = await makePage(address, planned, draft, { site, hasMedia });
    listener?.rendered(address);
    this.#onPage(this.#looked, this.#total);
    this.#bytes += allBytes;
    return { ...outcome, ...made };
  }

  /** Whether a rendition exists; cached, since many pages name it. */
  #hasMedia(url: string): boolean {
    if (this.#seenMedia.has(url)) return true;
    if (!existsSync(path.join(this.#deps.folder.renditions, ...url.split('/').slice(2))))
      return false;
    if (this.#seenMedia.size === MOST_SEEN) this.#seenMedia.clear();
    this.#seenMedia.add(url);
    return true;
  }

  /** Makes the outcomes of all dirty addresses. */
  async #makeAll(which: 'all' | 'first' | 'fresh'): Promise<void> {
    for (let after = ''; ; ) {
      const portion = this.#pages.dirty(which, after, PORTION);
      if (portion.length === 0 && after === '') return;
      await mapLimited(portion, PAGES_AT_ONCE, async (page) => {
        await this.#checkForChanges();
        this.#pages.remember(await this.#look(page));
      });
      after = portion.at(-1)?.path ?? '';
    }
  }

  /** Syncs the files of outcomes; if any is not synced, also those of the next `ahead` outcomes. */
  async #flush(outcomes: Outcome[], which: 'first' | 'all' = 'all', ahead = 0): Promise<void> {
    const made = (some: Outcome[]) => some.flatMap(({ file }) => file ?? []);
    if (made(outcomes).every((file) => this.#flushed.has(file))) return;
    const files = made(ahead > 0 ? this.#pages.outcomes(ahead, which) : outcomes);
    await syncAll(
      this.#deps.folder.publicSite,
      files.flatMap((file) => formsOf(file).map((form) => file + form)),
    );
    this.#flushed = new Set(files);
  }

  /** Moves files into place, removes ended pages, and records both. */
  async #putInPlace(outcomes: Outcome[]): Promise<void> {
    const { publicSite: root, publicMedia } = this.#deps.folder;
    await this.#flush(outcomes);
    if (this.#hasNewLinks) await syncAll(root, [publicMedia]);
    this.#hasNewLinks = false;
    // Pages marked since are made again; nothing can be marked from here to the last move.
    const current = outcomes.filter(this.#pages.isStill);
    this.#pages.begin(current);
    const changed = new Set<string>();
    for (const { path: address, file, key } of current) {
      this.#step(`place ${address}`);
      if (file !== null) for (const place of moveIn(root, address, file)) changed.add(place);
      else if (key === null) changed.add(takeAway(root, address));
      this.#moved.add(address);
    }
    await syncAll(
      root,
      [...changed].filter((place) => existsSync(place)),
    );
    this.#step('record');
    this.#pages.record(current);
    for (const { path: address } of current) this.#moved.delete(address);
    this.#made += current.filter(({ file }) => file !== null).length;
    this.#ended += current.filter(({ key, isNew }) => key === null && !isNew).length;
  }

  /**
   * Publishes pages that must show less, each on its own: first files that need no rendering, then pages that contain a
   * removed name, then the others. `#hideLate` removes the slow ones. Throws the first error when all are done.
   */
  async #showLess(): Promise<void> {
    const errors: unknown[] = [];
    const less = () => this.#pages.dirty('less', '', Number.MAX_SAFE_INTEGER);
    const publishOne = async (page: DirtyPage) => {
      try {
        const outcome = await this.#look(page);
        this.#pages.remember(outcome);
        await this.#putInPlace([outcome]);
      } catch (error) {
        errors.push(error);
      }
    };
    this.#isShowingLess = true;
    try {
      while (this.#hasLess && errors.length === 0) {
        this.#hasLess = false;
        const texts = less().filter((page) => !isRendered(this.#content, page.path));
        await mapLimited(texts, LESS_AT_ONCE, publishOne);
        // These pages may link to new ones.
        await this.#makeAll('fresh').catch((error: unknown) => errors.push(error));
        for (;;) {
          const fresh = this.#pages.outcomes(PORTION, 'fresh');
          if (fresh.length === 0) break;
          await this.#putInPlace(fresh);
        }
        await mapLimited(this.#byUrgency(less()), LESS_AT_ONCE, publishOne);
      }
    } finally {
      this.#isShowingLess = false;
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Puts pages that contain a removed name first; keeps the order when many names were removed. */
  #byUrgency(pages: DirtyPage[]): DirtyPage[] {
    const names = this.#pages.goneNames(MOST_NAMES);
    if (names.length === 0 || names.length >= MOST_NAMES) return pages;
    const namesGone = ({ path: address }: DirtyPage) => {
      const file = fileAt(this.#deps.folder.publicSite, address);
      const text = existsSync(file) ? readFileSync(file) : '';
      return names.some((name) => text.includes(name));
    };
    const { first = [], later = [] } = Object.groupBy(pages, (page) =>
      namesGone(page) ? 'first' : 'later',
    );
    return [...first, ...later];
  }

  /** Removes pages that still show too much. */
  #hideLate(): void {
    clearTimeout(this.#lessTimer);
    this.#lessTimer = undefined;
    // The projection failed: nothing is known yet.
    if (this.#pages === undefined) return;
    const late = this.#pages.dirty('less', '', Number.MAX_SAFE_INTEGER);
    const paths = late.flatMap(({ path: address }) => (this.#isSame(address) ? [] : address));
    try {
      // Pages whose files are moving now are already right.
      hidePages(
        this.#pages,
        this.#deps.folder.publicSite,
        paths.filter((address) => !this.#moved.has(address)),
      );
    } catch (error) {
      this.#changeError ??= error;
    }
  }

  #finish(): ReleaseRow | null {
    const { db, now, lists, projection } = this.#deps;
    const { revision, auditId, moment } = this.#projected;
    const isChanged = this.#made + this.#ended > 0;
    const row: ReleaseRow = {
      id: `r${revision}-${this.#id}`,
      revision,
      createdAt: now(),
      state: 'live',
      pagesRendered: this.#made,
      pagesTotal: this.#pages.count(),
      durationMs: now() - this.#started,
      bytes: this.#bytes,
      auditId,
    };
    forgetDeleted(db, projection.open());
    this.#step('done');
    markDone(db, revision, isChanged ? row : null, now(), moment);
    lists?.changed(projection.open(), false);
    return isChanged ? row : null;
  }

  #step(name: string): void {
    this.#deps.onStep?.(name);
  }
}
