/** Reads the few answers that matter; all names in them are our own, so no XML reader is needed (pure). */

export interface Listing {
  entries: { key: string; changedAt: number }[];
  /** There are more after the last one. */
  isCut: boolean;
}

function textOf(tag: string, xml: string): string {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '';
}

/** Keys and moments in the order they came; a key with signs that XML escapes is none of ours. */
export function readListing(xml: string): Listing {
  const entries = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: textOf('Key', entry),
    changedAt: Date.parse(textOf('LastModified', entry)),
  }));
  return { entries, isCut: textOf('IsTruncated', xml) === 'true' };
}

/** The ETag a CopyObject ended with, as the header would say it; null when it did not end well. */
export function copiedVersion(xml: string): string | null {
  const etag = textOf('ETag', xml).replaceAll('&quot;', '').replaceAll('&#34;', '');
  return etag === '' ? null : `"${etag.replaceAll('"', '')}"`;
}
