/** The commands of the job that builds the site elsewhere: `npm run publish:ci` calls them. */
import { text } from 'node:stream/consumers';
import { readJobSettings } from '@veldlicht/contract/environment-publish';
import { openTarget } from '../deploy/open-target.ts';
import { loadSite } from '../release/site-renderer.ts';
import { openBuildApi } from './build-api.ts';
import { createBuildLog, lastLines } from './build-log.ts';
import { publishCi, reportFailure } from './publish-ci.ts';

type Variables = Record<string, string | undefined>;

/** Builds and deploys the newest content with the site compiled in `dist`. */
export async function runPublishCi(variables: Variables, dist: string): Promise<void> {
  const settings = readJobSettings(variables);
  await publishCi({
    api: openBuildApi(settings),
    target: openTarget(settings.target),
    loadSite: (origin) => loadSite(dist, origin),
    log: createBuildLog((line) => console.log(line)),
    now: Date.now,
  });
}

/** Reports that the job failed; what it wrote comes in as input. */
export async function runReportFailure(
  variables: Variables,
  input: NodeJS.ReadableStream,
): Promise<void> {
  await reportFailure(openBuildApi(readJobSettings(variables)), lastLines(await text(input)));
}
