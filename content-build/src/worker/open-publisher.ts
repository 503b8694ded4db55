/** Whoever builds the site by the configuration: this machine, or a job elsewhere. */
import type { Environment } from '@veldlicht/contract/environment';
import { defaultRules } from '../ci/call-webhook.ts';
import { type CiPublisherDeps, createCiPublisher } from '../ci/ci-publisher.ts';
import { createPublisher, type Publisher, type PublishListener } from '../publish/publish.ts';
import { rollBack } from '../publish/rollback.ts';
import type { Damage } from '../release/check-release.ts';
import type { SiteRenderer } from '../release/site-renderer.ts';

type Tools = Pick<CiPublisherDeps, 'db' | 'folder' | 'now' | 'stopping'> & { site: SiteRenderer };

export interface OpenPublisher {
  publisher: Publisher;
  /** Shows an older release again; null when the worker ends before that is done. */
  goBack: (id: string) => Promise<string | null>;
  /** What of the live release is damaged; null where the site is built elsewhere. */
  check: (() => Promise<Damage>) | null;
}

export function openPublisher(
  { publish: settings, publicOrigin: origin }: Pick<Environment, 'publish' | 'publicOrigin'>,
  { stopping, site, ...tools }: Tools,
  listener: PublishListener | undefined,
): OpenPublisher {
  if (settings.mode === 'local') {
    const deps = { ...tools, site, origin, ...(listener && { listener }) };
    const publisher = createPublisher(deps);
    return { publisher, goBack: (id) => rollBack(deps, id), check: publisher.check };
  }
  const { webhook, timeoutMs } = settings;
  const publisher = createCiPublisher({
    ...{ ...tools, origin, webhook, timeoutMs, stopping, rules: defaultRules },
    // Waiting for a job is no standing still: that has a limit of its own.
    alive: () => listener?.rendered(''),
  });
  return { publisher, goBack: publisher.goBack, check: null };
}
