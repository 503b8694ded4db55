/** One page of the site as it would be with its drafts; no release is touched. */
import {
  PREVIEW_PATH,
  type PreviewAnswer,
  previewChunkName,
  previewChunkOf,
} from '@veldlicht/contract/preview';
import { RenderError, type SiteRenderer } from '../release/site-renderer.ts';
import { planChunks, type Route, siteRoutes } from '../release/site-routes.ts';
import type { ContentSource } from '../snapshot/content-source.ts';
import { openDraftSource } from '../snapshot/draft-source.ts';
import { indexFiles } from '../snapshot/index-chunk.ts';
import { failurePage } from './failure-page.ts';
import { toPreviewPage } from './preview-data.ts';
import { keepLinksInPreview } from './preview-links.ts';

export interface PreviewTools {
  /** The database file: each preview looks at it anew. */
  database: string;
  origin: string;
  site: SiteRenderer;
}

/** Nothing else of the index is computed than what is asked for. */
function chunkRecords(source: ContentSource) {
  return planChunks(source).map(({ number, key, entries }) => ({
    key,
    search: previewChunkName(number, 'search'),
    view: previewChunkName(number, 'view'),
    items: entries.length,
  }));
}

function findRoute(source: ContentSource, wanted: string): Route | undefined {
  return siteRoutes(
    source,
    () => chunkRecords(source),
    (path) => path === wanted,
  )[0];
}

function chunkAnswer(source: ContentSource, path: string): PreviewAnswer | null {
  const wanted = previewChunkOf(path);
  const chunk = wanted && planChunks(source).find(({ number }) => number === wanted.number);
  if (!chunk) return null;
  const { json } = indexFiles(source, chunk.entries)[wanted.part];
  return { status: 200, type: 'json', body: json.toString('utf8') };
}

/**
 * What stands at a public path once all drafts are published: a page, a file of the library index,
 * or the page for what is not there. A page that can't be made answers which, and why.
 */
export async function renderPreview(tools: PreviewTools, path: string): Promise<PreviewAnswer> {
  const source = openDraftSource(tools.database, tools.origin, PREVIEW_PATH);
  try {
    const chunk = chunkAnswer(source, path);
    if (chunk) return chunk;
    const asked = findRoute(source, path)?.page?.();
    const page = asked ?? findRoute(source, '/404')?.page?.();
    if (!page) throw new Error('the site has no page for what is not there');
    const html = await tools.site.render(page.path, toPreviewPage(page));
    return {
      status: page.kind === 'not-found' ? 404 : 200,
      type: 'html',
      body: keepLinksInPreview(html.toString('utf8')),
    };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return { status: 500, type: 'html', body: failurePage(error) };
  } finally {
    source.close();
  }
}
