/** Renders one page with the drafts (decision 025), without changing published content. */
import {
  PREVIEW_PATH,
  type PreviewAnswer,
  type SettingsPreview,
  settingsPreview,
} from '@veldlicht/contract/preview';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { deleteJob, failJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Database } from '@veldlicht/database/open';
import { openDrafts } from '@veldlicht/database/public/project-drafts';
import type { Logger } from 'pino';
import { RenderError, type SiteRenderer } from '../publish/site-renderer.ts';
import { openContent, shownAt } from '../routes/routes.ts';
import { keepLinksInPreview, toPreviewPage } from './preview-links.ts';

/** Older jobs were left by a stopped worker. */
const PATIENCE_MS = 60_000;

export interface PreviewTools {
  /** Opened for each preview. */
  folder: Pick<DataFolder, 'database' | 'publicDatabase'>;
  origin: string;
  site: SiteRenderer;
  now: () => number;
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '');

/** Page about the failure, without templates, which may be its cause. */
function failurePage({ message }: RenderError): string {
  return `<!doctype html>
<html lang="nl">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Dit voorbeeld kon niet worden gemaakt</title>
<h1>Dit voorbeeld kon niet worden gemaakt</h1>
<p>${escaped(message)}</p>
<p><a href="${PREVIEW_PATH}/">Naar het begin van het voorbeeld</a> · <a href="/admin">Naar het beheer</a></p>
</html>
`;
}

/**
 * Renders a public address as if all drafts were published: a page, a file of the index, or the page for a missing
 * address. If it fails or is too slow, returns a page with the reason. `typed`: unsaved settings.
 */
export async function renderPreview(
  { folder, origin, site, now }: PreviewTools,
  path: string,
  typed?: SettingsPreview,
): Promise<PreviewAnswer> {
  const db = openDrafts(folder, origin, now(), typed);
  try {
    const content = openContent(db, PREVIEW_PATH);
    const shown = shownAt(content, path) ?? shownAt(content, '/404');
    if (!shown) throw new Error('the site has no page for what is not there');
    if ('text' in shown) return { status: 200, type: 'json', body: shown.text() };
    const { page } = shown;
    const { body: html } = await site.render(page.path, toPreviewPage(page));
    return {
      status: page.kind === 'not-found' ? 404 : 200,
      type: 'html',
      body: keepLinksInPreview(html.toString('utf8')),
    };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return { status: 500, type: 'html', body: failurePage(error) };
  } finally {
    db.close();
  }
}

export interface PreviewDeps extends PreviewTools {
  db: Database;
  log: Logger;
}

/** The subject is the id of the request and the path. */
function pathOfJob({ subject }: Job): string {
  return subject.slice(subject.indexOf('/'));
}

/** Stores the answer in the job's row, where the API reads it. */
export async function runPreviewJob(deps: PreviewDeps, job: Job): Promise<void> {
  const { db, now, log } = deps;
  if (now() - job.createdAt > PATIENCE_MS) return deleteJob(db, job.id);
  try {
    const path = pathOfJob(job);
    const typed = settingsPreview.safeParse(job.result).data;
    const answer = await renderPreview(deps, path, typed);
    finishJob(db, job.id, answer, now());
  } catch (error) {
    leaveOnLostWrite(error, log);
    log.error({ err: error, path: pathOfJob(job) }, 'preview failed');
    failJob(db, job.id, 'The preview could not be made', null, now());
  }
}

/** A preview that killed the worker is not repeated. */
export function abandonPreviewJob({ db }: Pick<PreviewDeps, 'db'>, job: Job): void {
  deleteJob(db, job.id);
}
