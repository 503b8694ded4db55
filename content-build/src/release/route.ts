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

/** The revision of a part of an item. */
export type RevisionOf = (entry: Entry) => number;
export const ofItem: RevisionOf = ({ revision }) => revision;
export const ofLink: RevisionOf = ({ linkRevision }) => linkRevision;

const stampBy = (revisionOf: RevisionOf) => (entry: Entry | undefined) =>
  entry ? `${entry.seq}.${revisionOf(entry)}` : '-';
export const stamp = stampBy(ofItem);
export const linkStamp = stampBy(ofLink);

/**
 * Tells any two groups apart. Count and highest revision would not do: items join and leave by the
 * clock, without a change of their own.
 */
export function groupKey(entries: Entry[], revisionOf = ofItem): string {
  const facts = new Float64Array(entries.length * 2);
  let place = 0;
  for (const entry of entries) {
    facts[place++] = entry.seq;
    facts[place++] = revisionOf(entry);
  }
  const bytes = Buffer.from(facts.buffer);
  const digest = createHash('sha256').update(bytes).digest('hex');
  return `${entries.length}.${digest.slice(0, 20)}`;
}
