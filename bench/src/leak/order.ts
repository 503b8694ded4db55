/** What the order of things tells: of lists, of times in headers, of numbers in addresses. */
import type { Capture } from './crawl.ts';
import type { Span } from './evidence.ts';
import { unescaped } from './fragments.ts';

/** Items in the order of some list or number, by the name of what orders them. */
export type Orders = Map<string, string[]>;

const ITEM = /\/(?:foto|video)\/[a-z0-9-]+/g;
const isList = (path: string) =>
  /^\/(?:$|mediabibliotheek|sitemap|rss|soort|kaart|api\/media|bibliotheek)/.test(path);

/** From new to old along the links of the pages of items. */
function chainOf(capture: Capture, items: Set<string>): string[] {
  const next = new Map<string, string>();
  for (const path of items) {
    const html = capture.get(path)?.body.toString('utf8') ?? '';
    const link = /<a[^>]*rel="next"[^>]*href="([^"]*)"/.exec(html)?.[1];
    if (link) next.set(path, link);
  }
  const later = new Set(next.values());
  const chain: string[] = [];
  let at = [...items].find((path) => !later.has(path));
  for (; at && chain.length <= items.size; at = next.get(at)) chain.push(at);
  return chain;
}

/** The numbers that a header may hold: a date, or digits and letters as Caddy writes time and size. */
function numberOf(name: string, value: string): number {
  if (name === 'last-modified') return Date.parse(value);
  return Number.parseInt(value.replace(/^W\/|"/g, '').slice(0, 7), 36);
}

/** Everything that has an order. `filesOf` are the pictures of each item. */
export function ordersOf(capture: Capture, filesOf: Map<string, string[]>): Orders {
  const orders: Orders = new Map();
  const items = new Set(filesOf.keys());
  const bySlug = new Map([...items].map((path) => [path.split('/')[2], path]));
  for (const [path, { body, status }] of capture) {
    if (status !== 200 || !isList(path)) continue;
    const text = unescaped(body.toString('utf8')).replaceAll('"slug":"', '"/foto/');
    const slugs = path.startsWith('/bibliotheek/')
      ? /"slug":\[([^\]]*)\]/.exec(text)?.[1]
      : undefined;
    const named = slugs
      ? slugs.split(',').flatMap((slug) => bySlug.get(slug.replaceAll('"', '')) ?? [])
      : (text.match(ITEM) ?? []);
    const list = [...new Set(named)].filter((item) => items.has(item));
    if (list.length > 2) orders.set(`order of ${path}`, list);
  }
  orders.set('previous and next', chainOf(capture, items));
  const byNumber = (name: string, number: (item: string) => number) => {
    const numbers = [...items].map((item) => [item, number(item)] as const);
    const known = numbers.filter(([, value]) => !Number.isNaN(value)).sort((a, b) => a[1] - b[1]);
    orders.set(
      name,
      known.map(([item]) => item),
    );
  };
  for (const header of ['last-modified', 'etag']) {
    const read = (path: string) => numberOf(header, capture.get(path)?.headers.get(header) ?? '');
    byNumber(`${header} of pages`, read);
    byNumber(`${header} of pictures`, (item) => Math.min(...(filesOf.get(item) ?? []).map(read)));
  }
  byNumber('digits of addresses', (item) => Number(item.slice(-4)));
  byNumber('names of folders', (item) => {
    const folder = filesOf.get(item)?.[0]?.split('/')[2] ?? '';
    return Number.parseInt(folder.slice(0, 12), 16);
  });
  byNumber('length of pages', (item) => capture.get(item)?.body.length ?? Number.NaN);
  return orders;
}

/** How much of an order must agree with what is known before anybody believes it. */
const TRUSTED = 0.9;

/**
 * For each item of which it is not told when it came: between which known moments it stands, in an order that agrees
 * with what is told of the others. Nothing in one that does not.
 */
export function standsBetween(
  list: readonly string[],
  knownAt: ReadonlyMap<string, number>,
): Map<string, Span> {
  const moments = list.flatMap((item) => knownAt.get(item) ?? []);
  const steps = moments.slice(1).map((moment, i) => Math.sign(moment - (moments[i] ?? 0)));
  const rising = steps.filter((step) => step > 0).length / (steps.length || 1);
  if (moments.length < 3 || Math.max(rising, 1 - rising) < TRUSTED) return new Map();
  const ordered = rising > 0.5 ? list : list.toReversed();
  const spans = new Map<string, Span>();
  let from = Number.NEGATIVE_INFINITY;
  let waiting: string[] = [];
  for (const item of ordered) {
    const moment = knownAt.get(item);
    if (moment === undefined) {
      waiting.push(item);
      continue;
    }
    for (const one of waiting) spans.set(one, { from, until: moment });
    waiting = [];
    from = moment;
  }
  return spans;
}
