/** From an address below /admin/preview to what the worker is asked for (pure; threat T19). */
import { MAX_PREVIEW_PATH, PREVIEW_PATH, previewChunkOf } from '@veldlicht/contract/preview';
import { siteTarget } from '#serving/site-path.ts';

export type PreviewTarget =
  | { kind: 'shown'; path: string }
  | { kind: 'redirect'; to: string }
  | { kind: 'missing' };

const missing: PreviewTarget = { kind: 'missing' };

/** `urlPath` is the whole path of the address as it was sent, still percent-encoded. */
export function previewTarget(urlPath: string): PreviewTarget {
  const asked = urlPath.slice(PREVIEW_PATH.length);
  if (asked === '') return { kind: 'redirect', to: `${PREVIEW_PATH}/` };
  if (asked.length > MAX_PREVIEW_PATH) return missing;
  const target = siteTarget(asked);
  if (target.kind === 'redirect') return { kind: 'redirect', to: PREVIEW_PATH + target.to };
  if (target.kind === 'missing' || target.root === 'assets') return missing;
  const path = decodeURIComponent(asked);
  if (target.root === 'index') return previewChunkOf(path) ? { kind: 'shown', path } : missing;
  // Feeds, sitemaps and other files have no reader here.
  return target.file.endsWith('.html') ? { kind: 'shown', path } : missing;
}
