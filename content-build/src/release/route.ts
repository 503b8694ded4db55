/** An address of the site, and the key that changes with what it shows. */
import { createHash } from 'node:crypto';
import type { PageData } from '@veldlicht/contract/snapshot';
import type { Entry } from '../snapshot/content-source.ts';

/** An address, what it depends on, and how to get what it shows. */
export interface Route {
  path: string;
  key: string;
  /** Rendition folder of the item whose own page this is. */
  media: string | null;
  /** Null for a file that the site brings along as it is, or that has nothing but this text. */
  page: (() => PageData) | null;
  text?: () => string;
}

/** A page of the site itself; a change of the settings, which are in no key, renders all. */
export function route(path: string, key: string, page: () => PageData): Route {
  return { path, key, media: null, page };
}

/** Follows from a part of an item. */
export type KeyOf = (entry: Entry) => number;
export const ofItem: KeyOf = ({ key }) => key;
export const ofLink: KeyOf = ({ linkKey }) => linkKey;

const stampBy = (keyOf: KeyOf) => (entry: Entry | undefined) =>
  entry ? `${entry.seq}.${keyOf(entry)}` : '-';
export const stamp = stampBy(ofItem);
export const linkStamp = stampBy(ofLink);

/** Tells any two groups apart. */
export function groupKey(entries: Entry[], keyOf = ofItem): string {
  const facts = new Float64Array(entries.length * 2);
  let place = 0;
  for (const entry of entries) {
    facts[place++] = entry.seq;
    facts[place++] = keyOf(entry);
  }
  const bytes = Buffer.from(facts.buffer);
  const digest = createHash('sha256').update(bytes).digest('hex');
  return `${entries.length}.${digest.slice(0, 20)}`;
}
