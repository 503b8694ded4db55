/** Which addresses a published site has, and which ones a page asks for. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '@veldlicht/database/data-folder';
import type { HtmlElement } from 'html-validate';
import { pageFile } from '../release/release-folder.ts';
import { valuesOf } from './html-document.ts';

/** The file behind an address without query and fragment, as the web servers choose it. */
export function fileBehind(folder: DataFolder, pathname: string): string {
  const { releases, publicMedia } = folder;
  if (pathname.startsWith('/media/')) return path.join(publicMedia, pathname.slice(7));
  if (pathname.startsWith('/_astro/')) return path.join(releases, 'assets', pathname);
  if (pathname.startsWith('/bibliotheek/')) return path.join(releases, 'index', pathname.slice(13));
  const { folder: shard, file } = pageFile(pathname);
  return path.join(releases, 'current', shard ?? '', file);
}

/** Addresses in `srcset` and `imagesrcset`. */
const listed = (values: string[]) =>
  values.flatMap((value) => value.split(',').map((part) => part.trim().split(' ')[0] ?? ''));

/** Everything that a page links to, loads or sends to. */
export function addressesOf(page: HtmlElement): string[] {
  return [
    ...valuesOf(page, 'a', 'href'),
    ...valuesOf(page, 'link', 'href'),
    ...['img', 'script', 'video', 'source'].flatMap((name) => valuesOf(page, name, 'src')),
    ...valuesOf(page, 'video', 'poster'),
    ...valuesOf(page, 'form', 'action'),
    ...valuesOf(page, 'astro-island', 'component-url'),
    ...valuesOf(page, 'astro-island', 'renderer-url'),
    ...listed(['img', 'source'].flatMap((name) => valuesOf(page, name, 'srcset'))),
    ...listed(valuesOf(page, 'link', 'imagesrcset')),
    ...valuesOf(page, 'meta', 'content').filter((value) => /^https?:/.test(value)),
  ];
}

/** Addresses that programs answer, not files. */
const PROGRAMS = new Set(['/api/contact']);

/**
 * Why an address leads nowhere, or null. `ids` are the anchors of each page by its path; other
 * sites and other kinds of addresses are not looked at.
 */
export function linkFault(
  folder: DataFolder,
  origin: string,
  from: string,
  address: string,
  ids: Map<string, Set<string>>,
): string | null {
  const url = new URL(address, origin + from);
  if (url.origin !== origin) return null;
  const pathname = decodeURIComponent(url.pathname);
  if (PROGRAMS.has(pathname)) return null;
  if (!existsSync(fileBehind(folder, pathname))) return `${from} asks for ${address}`;
  const anchor = decodeURIComponent(url.hash.slice(1));
  if (anchor && !ids.get(pathname)?.has(anchor)) return `${from} leads to ${address}: no anchor`;
  return null;
}

/** Files that style sheets ask for, which are not there. */
export function styleFaults(folder: DataFolder, sheets: Iterable<string>): string[] {
  return [...sheets].flatMap((sheet) => {
    const css = readFileSync(fileBehind(folder, sheet), 'utf8');
    const urls = [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, url]) => url ?? '');
    return urls
      .filter((url) => !url.startsWith('data:'))
      .map((url) => new URL(url, `http://site.invalid${sheet}`).pathname)
      .filter((pathname) => !existsSync(fileBehind(folder, pathname)))
      .map((pathname) => `${sheet} asks for ${pathname}`);
  });
}
