/** Brings a target up to date: only what changed, in an order that never shows half a site. */
import { eachLimited } from '../release/each-limited.ts';
import type { DeployFile, DeployTarget } from './deploy-target.ts';
import { type DeployPlan, planDeploy } from './plan-deploy.ts';

/** Files on their way at once. */
const AT_ONCE = 8;

export interface DeployFacts {
  put: number;
  removed: number;
  bytes: number;
}

export interface DeployTools {
  now: () => number;
  /** Called as files arrive: how many have, of how many. */
  onFile?: (done: number, total: number) => void;
  /** Bytes of a local file. */
  sizeOf: (path: string) => Promise<number>;
}

function total(plan: DeployPlan): number {
  return plan.hashed.length + plan.newPages.length + plan.changedPages.length;
}

/**
 * Deploys these files under an id. Throws what the target or a fetch threw; nothing that a page of the
 * old site needs has gone then, and the next deploy puts right what this one began.
 */
export async function deploySite(
  target: DeployTarget,
  id: string,
  files: readonly DeployFile[],
  tools: DeployTools,
): Promise<DeployFacts> {
  try {
    return await bringUpToDate(target, id, files, tools);
  } finally {
    await target.close();
  }
}

async function bringUpToDate(
  target: DeployTarget,
  id: string,
  files: readonly DeployFile[],
  { now, onFile, sizeOf }: DeployTools,
): Promise<DeployFacts> {
  const plan = planDeploy(id, files, await target.begin(id), now());
  let bytes = 0;
  let done = 0;
  const put = async (file: DeployFile) => {
    await target.put({
      ...file,
      fetch: async () => {
        const local = await file.fetch();
        const size = await sizeOf(local.path);
        bytes += size;
        return local;
      },
    });
    done += 1;
    onFile?.(done, total(plan));
  };
  const remove = (name: string) => target.remove(name);
  await eachLimited(plan.hashed, AT_ONCE, put);
  await target.confirm();
  await eachLimited(plan.newPages, AT_ONCE, put);
  await eachLimited(plan.changedPages, AT_ONCE, put);
  await target.confirm();
  await eachLimited(plan.removedPages, AT_ONCE, remove);
  await eachLimited(plan.removedHashed, AT_ONCE, remove);
  await target.finish(plan.record);
  return { put: done, removed: plan.removedPages.length + plan.removedHashed.length, bytes };
}
