/** Whoever builds the site by the configuration: this machine, or a job elsewhere. */
import type { Environment } from '@veldlicht/contract/environment';
import { defaultRules } from './ci/call-webhook.ts';
import { type CiPublisherDeps, createCiPublisher } from './ci/ci-publisher.ts';
import { createPublisher, type Publisher, type PublishListener } from './publish.ts';
import type { SiteRenderer } from './release/site-renderer.ts';
import { rollBack } from './rollback.ts';

type Tools = Pick<CiPublisherDeps, 'db' | 'folder' | 'now' | 'stopping'> & { site: SiteRenderer };

export interface OpenPublisher {
  publisher: Publisher;
  /** Shows an older release again; null when the worker ends before that is done. */
  goBack: (id: string) => Promise<string | null>;
}

export function openPublisher(
  { publish: settings, publicOrigin: origin }: Pick<Environment, 'publish' | 'publicOrigin'>,
  { stopping, site, ...tools }: Tools,
  listener: PublishListener | undefined,
): OpenPublisher {
  if (settings.mode === 'local') {
    const deps = { ...tools, site, origin, ...(listener && { listener }) };
    return { publisher: createPublisher(deps), goBack: (id) => rollBack(deps, id) };
  }
  const { webhook, timeoutMs } = settings;
  const publisher = createCiPublisher({
    ...{ ...tools, origin, webhook, timeoutMs, stopping, rules: defaultRules },
    // Waiting for a job is no standing still: that has a limit of its own.
    alive: () => listener?.rendered(''),
  });
  return { publisher, goBack: publisher.goBack };
}
