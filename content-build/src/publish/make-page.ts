/** Renders one page into the staging folder and checks it there. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { reason } from '@veldlicht/contract/reason';
import type { PageData } from '@veldlicht/contract/snapshot';
import { sha256 } from '@veldlicht/database/sha256';
import type { Content, Shown } from '../routes/route-kind.ts';
import { shownAt } from '../routes/routes.ts';
import { nameOf } from './address-name.ts';
import { formsOf } from './site-folder.ts';
import { type PageBody, PublishError, type SiteRenderer } from './site-renderer.ts';
import { writeForms } from './write-forms.ts';

/** A rendered page differs from the plan and is not published. */
export class VerificationError extends PublishError {
  override name = 'VerificationError';
}

function refuse(what: string): never {
  throw new VerificationError(reason('release_incomplete', { reason: what }));
}

/** Content of an address: rows of the public database, or a file of the compiled site. */
export type Planned = Shown | { file: string };

/** Null when the site has no such address. */
export function plannedAt(
  content: Content,
  site: Pick<SiteRenderer, 'files'>,
  address: string,
): Planned | null {
  const name = address.slice(1);
  return site.files.includes(name) ? { file: name } : shownAt(content, address);
}

/** Hash of the facts and the site's build: equal keys mean equal bytes. */
export function keyOf(
  { fingerprint }: Pick<SiteRenderer, 'fingerprint'>,
  planned: Planned,
): string {
  const shown = 'facts' in planned ? planned.facts : planned;
  return sha256(fingerprint + JSON.stringify(shown)).slice(0, 32);
}

interface ShownItem {
  title: string;
  sources: { url: string }[];
}

/** Finds items in page data at any depth. */
function cardsIn(part: unknown): ShownItem[] {
  if (typeof part !== 'object' || part === null) return [];
  // Only items have `sources`.
  if ('sources' in part && 'title' in part) return [part as ShownItem];
  return Object.values(part).flatMap(cardsIn);
}

/** Addresses of renditions that the page needs, with the item's title. */
function pageMedia(page: PageData): Array<{ url: string; title: string }> {
  // The sitemap's pictures are checked on the item pages.
  if (page.kind === 'sitemap-part') return [];
  const files = cardsIn(page).flatMap(({ sources, title }) =>
    sources.map(({ url }) => ({ url, title })),
  );
  if (page.kind !== 'item' || !page.item.video) return files;
  const { title, video, videoVersions } = page.item;
  return [...files, ...[video, ...videoVersions].map(({ url }) => ({ url, title }))];
}

/** Names below _astro that the HTML loads: styles, scripts, fonts, islands. */
function pageAssets(text: Buffer): string[] {
  const names = text.toString('latin1').matchAll(/["'(]\/_astro\/([\w./-]+)["')]/g);
  return [...names].map(([, name]) => name ?? '');
}

/** Checks that renditions and assets named by a page exist. `hasMedia` tells whether an address below /media exists. */
function checkNames(
  page: PageData,
  body: Buffer,
  { assets }: Pick<SiteRenderer, 'assets'>,
  hasMedia: (url: string) => boolean,
): void {
  for (const name of pageAssets(body))
    if (!assets.includes(name)) refuse(`the file ${name} is missing`);
  for (const { url, title } of pageMedia(page)) {
    if (hasMedia(url)) continue;
    const cause = new Error(`there is no ${url}`);
    const file = path.basename(url);
    throw new VerificationError(reason('picture_missing', { title, file }), { cause });
  }
}

/** Reads the written file back. Synchronous: the file is in the page cache, and the thread pool would cost more. */
function checkFile(address: string, file: string, hash: string): void {
  const body = existsSync(file) ? readFileSync(file) : refuse(`${address} is missing`);
  if (sha256(body) !== hash) refuse(`${address} is damaged`);
  // The hash proves the bytes, not that they are a page.
  if (file.endsWith('.html') && !body.includes('</html>')) refuse(`${address} has no content`);
  for (const form of formsOf(file))
    if ((statSync(file + form, { throwIfNoEntry: false })?.size ?? 0) === 0)
      refuse(`${address}${form} is missing or empty`);
}

export interface MadePage {
  /** In the staging folder. */
  file: string;
  /** SHA-256. */
  hash: string;
  bytes: number;
  /** Total of all forms. */
  allBytes: number;
}

export interface PageTools {
  site: SiteRenderer;
  /** Whether a rendition exists at an address (/media/<hash>/<name>). */
  hasMedia: (url: string) => boolean;
}

async function textOf(planned: Planned, site: SiteRenderer): Promise<Buffer> {
  if ('text' in planned) return Buffer.from(planned.text());
  return site.file('file' in planned ? planned.file : '');
}

/** Renders the planned content of an address; `draft` is a path in the staging folder. Throws `PublishError`. */
export async function makePage(
  address: string,
  planned: Planned,
  draft: string,
  { site, hasMedia }: PageTools,
): Promise<MadePage> {
  const file = draft + path.extname(nameOf(address, 'file'));
  const page = 'page' in planned ? planned.page : null;
  const made: PageBody = page
    ? await site.render(address, page)
    : { body: await textOf(planned, site) };
  const { body } = made;
  if (page) checkNames(page, body, site, hasMedia);
  const hash = sha256(body);
  const allBytes = writeForms(file, body, made.forms);
  checkFile(address, file, hash);
  return { file, hash, bytes: body.length, allBytes };
}
