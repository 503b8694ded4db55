/**
 * One publish, in place (decision 106): the public database is brought up to date, what is gone is taken away, the
 * pages that differ are made and checked in a folder of their own, then moved one by one in an order in which no page
 * asks for what is not there. What is still to be done are rows of the public database, so a kill forgets nothing.
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
import { keyOf, makePage, plannedAt } from './make-page.ts';
import { type DirtyPage, type Outcome, type PagesTable, pagesTable } from './pages-table.ts';
import { markBuild } from './plan-publish.ts';
import { addLinks, unlinkMedia } from './public-media.ts';
import { markDone, progressOf, type ReleaseRow, readState } from './publish-state.ts';
import { nextMoment } from './publish-timing.ts';
import { fileAt, formsOf, moveIn, syncAll, takeAway } from './site-folder.ts';
import { hidePages, type PublisherDeps, updateContent } from './update-content.ts';

/** Pages under way at once: rendering takes turns, compressing overlaps with it. */
const PAGES_AT_ONCE = 3;
/** Those that have to tell less: each waits for the disk by itself. */
const LESS_AT_ONCE = 6;
/** Addresses that are looked at, or moved, between two looks at what has changed meanwhile. */
const PORTION = 200;
/** Pages whose bytes are flushed before the first of them is moved: flushing the whole file system costs the same for all. */
const FLUSHED = 2000;
/** Addresses of pictures that are remembered to be there. */
const MOST_SEEN = 100_000;
/** A page that has to tell less and is not made within this time is taken away until it is: who asks for it waits (decision 108). */
const LESS_MS = 40;
/** Names of what is gone that pages are looked through for. */
const MOST_NAMES = 50;
/** How often a long publish asks whether something has changed since it began. */
const NEWS_EVERY_MS = 20;

/** `isWhole`: everything was looked at, of another epoch or from nothing. */
type Prepare = (isWhole: boolean) => Promise<void>;

export class PublishRun {
  readonly #deps: PublisherDeps;
  readonly #started: number;
  readonly #onPage: (done: number, total: number) => void;
  #projected!: ReturnType<typeof updateContent>;
  #content!: Content;
  #pages!: PagesTable;
  #askedAt = 0;
  /** What went wrong while news was taken in by the clock. */
  #newsError: unknown = null;
  /** Pages may have to tell less. */
  #hasLess = false;
  #isTellingLess = false;
  #lessTimer: NodeJS.Timeout | undefined;
  #hasNewLinks = false;
  /** Addresses whose files have moved and are not recorded yet. */
  readonly #moved = new Set<string>();
  /** Part of the names of drafts: pages of an attempt that failed may still be on their way. */
  readonly #id = randomBytes(4).toString('hex');
  #drafts = 0;
  readonly #seenMedia = new Set<string>();
  /** Files in the staging folder that are on disk. */
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
   * Answers the row of what went live, or null when no page differs. Throws `PublishError`, and what the disk says.
   * `prepare` marks or takes away what is not as it should be, before anything is made.
   */
  async run(prepare: Prepare): Promise<ReleaseRow | null> {
    const { publicMedia } = this.#deps.folder;
    // Whatever a page or a look at the disk waits for, what is gone waits for neither.
    let watch: NodeJS.Timeout | undefined;
    try {
      this.#update();
      watch = setInterval(() => this.#takeNews(), NEWS_EVERY_MS);
      await this.#publish(prepare);
    } catch (error) {
      this.#hideLess();
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
    // What an attempt made that failed went with its staging folder.
    this.#pages.clear();
    listener?.step('reading the content');
    await prepare(markBuild(projection.open(), site, this.#projected.serial));
    this.#addLinks();
    this.#noteLess();
    this.#total = this.#pages.countDirty();
    listener?.step(`${this.#total} pages to look at`);
    await placeAssets(folder.publicSite, folder.staging, site);
    await this.#tellLess();
    // What only leads to what differs follows: somebody may be waiting for that.
    await this.#makeAndMove('first');
    await this.#makeAndMove('all');
  }

  /** Makes pages, then moves them, until none is left. */
  async #makeAndMove(which: 'first' | 'all'): Promise<void> {
    for (;;) {
      await this.#makeAll(which);
      const outcomes = this.#pages.outcomes(PORTION, which);
      if (outcomes.length === 0) break;
      await this.#flush(outcomes, which, FLUSHED);
      await this.#putInPlace(outcomes);
      await setImmediate();
      await this.#lookForNews();
    }
  }

  /** Brings the public database up to date. */
  #update(): void {
    this.#projected = updateContent(this.#deps);
    const target = this.#deps.projection.open();
    this.#pages = pagesTable(target);
    this.#content = openContent(target);
    this.#total = this.#looked + this.#pages.countDirty();
    this.#noteLess();
    this.#addLinks();
  }

  /** Gives pages that have to tell less their time for it. */
  #noteLess(): void {
    this.#hasLess = this.#pages.dirty('less', '', 1).length > 0;
    if (this.#hasLess)
      this.#lessTimer ??= setTimeout(() => this.#hideLess(), this.#deps.lessMs ?? LESS_MS);
  }

  /** Links the pictures of what is about to be shown: pages that name them may move in any order then. */
  #addLinks(): void {
    const { publicMedia, renditions } = this.#deps.folder;
    this.#step('link');
    this.#hasNewLinks =
      addLinks(publicMedia, renditions, this.#pages.mediaToShow()) || this.#hasNewLinks;
  }

  /** Takes in what has changed since the publish began: what is gone goes at once. */
  #takeNews(): void {
    if (performance.now() - this.#askedAt < NEWS_EVERY_MS) return;
    this.#askedAt = performance.now();
    const { db, now } = this.#deps;
    try {
      const isSame = readState(db).revision === this.#projected.revision;
      if (isSame && (nextMoment(db, this.#projected.moment) ?? Infinity) > now()) return;
      this.#update();
    } catch (error) {
      this.#newsError ??= error;
    }
  }

  /** The same, and has pages tell less before all others. */
  async #lookForNews(): Promise<void> {
    this.#takeNews();
    if (this.#newsError !== null) throw this.#newsError;
    if (this.#hasLess && !this.#isTellingLess) await this.#tellLess();
  }

  /** What is to stand at an address, and the keys of that and of what does. */
  #compare(address: string) {
    const { site } = this.#deps;
    const planned = plannedAt(this.#content, site, address);
    return { planned, key: planned && keyOf(site, planned), before: this.#pages.keyOf(address) };
  }

  /** Whether what stands at an address may stay. */
  #isSame(address: string): boolean {
    const { key, before } = this.#compare(address);
    return key !== null && key === before;
  }

  /** Finds out what becomes of an address, and makes its page where that differs. */
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

  /** Whether a picture is there; each is looked for once, though many pages name it. */
  #hasMedia(url: string): boolean {
    if (this.#seenMedia.has(url)) return true;
    if (!existsSync(path.join(this.#deps.folder.renditions, ...url.split('/').slice(2))))
      return false;
    if (this.#seenMedia.size === MOST_SEEN) this.#seenMedia.clear();
    this.#seenMedia.add(url);
    return true;
  }

  /** Looks at the addresses that are marked, until none is left. */
  async #makeAll(which: 'all' | 'first' | 'fresh'): Promise<void> {
    for (let after = ''; ; ) {
      const portion = this.#pages.dirty(which, after, PORTION);
      if (portion.length === 0 && after === '') return;
      await mapLimited(portion, PAGES_AT_ONCE, async (page) => {
        await this.#lookForNews();
        this.#pages.remember(await this.#look(page));
      });
      after = portion.at(-1)?.path ?? '';
    }
  }

  /** Waits until what was made is on disk; where something of it is not, with what comes `ahead`. */
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

  /** Moves what was made into place, takes away what ended, and records both. */
  async #putInPlace(outcomes: Outcome[]): Promise<void> {
    const { publicSite: root, publicMedia } = this.#deps.folder;
    await this.#flush(outcomes);
    if (this.#hasNewLinks) await syncAll(root, [publicMedia]);
    this.#hasNewLinks = false;
    // What was marked meanwhile is made once more; from here to the last move nothing can be.
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
   * What has to tell less comes first, each page by itself: what needs no rendering, then pages that name what is gone,
   * then the others. One that isn't made soon is taken away (`#hideLess`). Throws the first error once all are done.
   */
  async #tellLess(): Promise<void> {
    const errors: unknown[] = [];
    const less = () => this.#pages.dirty('less', '', Number.MAX_SAFE_INTEGER);
    const tell = async (page: DirtyPage) => {
      try {
        const outcome = await this.#look(page);
        this.#pages.remember(outcome);
        await this.#putInPlace([outcome]);
      } catch (error) {
        errors.push(error);
      }
    };
    this.#isTellingLess = true;
    try {
      while (this.#hasLess && errors.length === 0) {
        this.#hasLess = false;
        const texts = less().filter((page) => !isRendered(this.#content, page.path));
        await mapLimited(texts, LESS_AT_ONCE, tell);
        // Pages that tell less may lead to new ones.
        await this.#makeAll('fresh').catch((error: unknown) => errors.push(error));
        for (;;) {
          const fresh = this.#pages.outcomes(PORTION, 'fresh');
          if (fresh.length === 0) break;
          await this.#putInPlace(fresh);
        }
        await mapLimited(this.#byUrgency(less()), LESS_AT_ONCE, tell);
      }
    } finally {
      this.#isTellingLess = false;
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Pages whose files name what is gone before the others; as they are where much has gone. */
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

  /** Takes away what still tells more than it may. */
  #hideLess(): void {
    clearTimeout(this.#lessTimer);
    this.#lessTimer = undefined;
    // Nothing is known yet, not even what is gone.
    if (this.#pages === undefined) return;
    const late = this.#pages.dirty('less', '', Number.MAX_SAFE_INTEGER);
    const paths = late.flatMap(({ path: address }) => (this.#isSame(address) ? [] : address));
    try {
      // What moves just now is what it has to be.
      hidePages(
        this.#pages,
        this.#deps.folder.publicSite,
        paths.filter((address) => !this.#moved.has(address)),
      );
    } catch (error) {
      this.#newsError ??= error;
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
