/** Which words of a site are about which of its items: who reads a list knows whose line a date stands in. */
import type { Capture } from './crawl.ts';

/** Something said of an item, with the name that stands before it, and where. */
export interface Said {
  item: string;
  text: string;
  source: string;
}

const ITEM = /\/(?:foto|video)\/[a-z0-9-]+/g;
const OF_ITEM = /^\/(?:foto|video)\/[a-z0-9-]+$/;
const IDENTITY = ['path', 'url', '@id', 'loc', 'link', 'slug'];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Astro writes every value of an island as a pair of kind and value. */
function plain(value: Json): Json {
  if (Array.isArray(value)) {
    const [kind, inner] = value;
    const isPair = value.length === 2 && (kind === 0 || kind === 1);
    return isPair ? plain(inner ?? null) : value.map(plain);
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

const itemIn = (text: string) => text.match(ITEM)?.[0] ?? null;

/** The item that an object is about, by its address or its slug. */
function identityOf(value: { [key: string]: Json }, bySlug: Map<string, string>): string | null {
  for (const key of IDENTITY) {
    const one = value[key];
    if (typeof one !== 'string') continue;
    const item = key === 'slug' ? bySlug.get(one) : itemIn(one);
    if (item) return item;
  }
  return null;
}

function* inJson(
  value: Json,
  source: string,
  bySlug: Map<string, string>,
  owner: string | null = null,
  name = '',
): Generator<Said> {
  if (Array.isArray(value)) {
    for (const one of value) yield* inJson(one, source, bySlug, owner, name);
  } else if (value !== null && typeof value === 'object') {
    const item = identityOf(value, bySlug) ?? owner;
    for (const [key, one] of Object.entries(value))
      yield* inJson(one, source, bySlug, item, `${name}${key}: `);
  } else if (owner && value !== null) yield { item: owner, text: `${name}${value}`, source };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // JSON is nothing else
  } catch {
    return undefined;
  }
}

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" };
export const unescaped = (text: string) =>
  text.replaceAll(/&(quot|amp|lt|gt|#39);/g, (all, name: string) => entities[name] ?? all);

const SCRIPT = /<script[^>]*type="application\/(?:ld\+)?json"[^>]*>([\s\S]*?)<\/script>/g;
const PROPS = /\sprops="([^"]*)"/g;
/** What is about one item at most: a link, a line, an entry. The shortest first. */
const PARTS = [
  /<a\s[\s\S]*?<\/a>/g,
  /<li[\s>][\s\S]*?<\/li>/g,
  /<item>[\s\S]*?<\/item>/g,
  /<url>[\s\S]*?<\/url>/g,
];

const onlyItem = (text: string) => {
  const items = new Set(text.match(ITEM));
  return items.size === 1 ? [...items][0] : undefined;
};

function* inMarkup(text: string, path: string, bySlug: Map<string, string>): Generator<Said> {
  for (const [, json = ''] of text.matchAll(SCRIPT))
    yield* inJson(parse(json) ?? null, path, bySlug);
  for (const [, props = ''] of text.matchAll(PROPS))
    yield* inJson(plain(parse(unescaped(props)) ?? null), path, bySlug);
  const words = text.replaceAll(SCRIPT, '').replaceAll(PROPS, '');
  if (OF_ITEM.test(path)) {
    const isOther = (link: string) => (itemIn(link) ?? path) !== path;
    const own = words.replaceAll(/<a\s[\s\S]*?<\/a>/g, (link) => (isOther(link) ? '' : link));
    yield { item: path, text: unescaped(own), source: path };
    return;
  }
  for (const part of PARTS)
    for (const [fragment] of words.matchAll(part)) {
      const item = onlyItem(fragment);
      if (item) yield { item, text: unescaped(unescaped(fragment)), source: path };
    }
  // The page of an area lists what was taken in it.
  if (!path.startsWith('/kaart/')) return;
  const main = words.slice(words.indexOf('<main'), words.indexOf('</main>'));
  for (const item of new Set(main.match(ITEM)))
    yield { item, text: `href="${path}"`, source: path };
}

/** The files of the index are columns: row i of both files of a chunk is one item. */
function* inIndex(capture: Capture, bySlug: Map<string, string>): Generator<Said> {
  const columns = (path: string) => {
    const value = parse(capture.get(path)?.body.toString('utf8') ?? '');
    return value && typeof value === 'object' && !Array.isArray(value) ? value : {};
  };
  const paths = [...capture.keys()].filter((path) => path.startsWith('/bibliotheek/'));
  const library = unescaped(capture.get('/mediabibliotheek')?.body.toString('utf8') ?? '');
  const place = (path: string) => library.indexOf(path);
  const chunks = paths.filter((path) => place(path) >= 0).sort((a, b) => place(a) - place(b));
  for (const [i, path] of chunks.entries()) {
    const slugs = columns(path).slug;
    if (!Array.isArray(slugs)) continue;
    for (const file of [path, chunks[i - 1] ?? path, chunks[i + 1] ?? path])
      for (const [name, column] of Object.entries(columns(file))) {
        if (!Array.isArray(column) || column.length !== slugs.length) continue;
        const isSearch = file !== path && 'slug' in columns(file);
        for (const [row, value] of isSearch ? [] : column.entries()) {
          const item = bySlug.get(String(slugs[row]));
          if (item) yield { item, text: `${name}: ${value}`, source: file };
        }
      }
  }
}

/** Addresses of all items that have a page. */
export function itemsOf(capture: Capture): string[] {
  return [...capture]
    .filter(([path, { status }]) => status === 200 && OF_ITEM.test(path))
    .map(([path]) => path);
}

const isMarkup = (type: string) => /html|xml/.test(type);

/** All that a site says of its items. */
export function* saidOf(capture: Capture): Generator<Said> {
  const bySlug = new Map(itemsOf(capture).map((path) => [path.split('/')[2] ?? '', path]));
  for (const [path, { status, headers, body }] of capture) {
    const type = headers.get('content-type') ?? '';
    if (status !== 200) continue;
    if (isMarkup(type)) yield* inMarkup(body.toString('utf8'), path, bySlug);
    else if (type.includes('json') && !path.startsWith('/bibliotheek/'))
      yield* inJson(parse(body.toString('utf8')) ?? null, path, bySlug);
  }
  yield* inIndex(capture, bySlug);
}
