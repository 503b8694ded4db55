/** Brings a target up to date: only what changed, in an order that never shows half a site (decision 029). */
import { eachLimited } from '../release/staging.ts';
import {
  type DeployFile,
  type DeployRecord,
  type DeployTarget,
  FIXED,
  isHashedName,
  isOurName,
} from './deploy-target.ts';

/** Files on their way at once. */
const AT_ONCE = 8;
/** Client files stay for tabs that were opened before, as on one machine. */
export const RETIRED_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * In this order no moment shows a page whose pictures, styles or links lead nowhere: first what pages
 * need, then pages nobody links to yet, then the pages that change, and removals when nothing leads to
 * them any more.
 */
export interface DeployPlan {
  hashed: DeployFile[];
  newPages: DeployFile[];
  changedPages: DeployFile[];
  removedPages: string[];
  removedHashed: string[];
  /** What will be true when all of it is done. */
  record: DeployRecord;
}

export function planDeploy(
  id: string,
  files: readonly DeployFile[],
  before: DeployRecord,
  now: number,
): DeployPlan {
  const plan: DeployPlan = {
    hashed: [],
    newPages: [],
    changedPages: [],
    removedPages: [],
    removedHashed: [],
    record: { id, files: new Map(), retired: new Map() },
  };
  for (const file of files) {
    const known = before.files.get(file.name);
    plan.record.files.set(file.name, file.version);
    if (known === file.version) continue;
    if (file.isHashed) plan.hashed.push(file);
    // Home, library and sitemap lead to all others, and may be there though nobody knows of it.
    else if (known === undefined && isOurName(file.name)) plan.newPages.push(file);
    else plan.changedPages.push(file);
  }
  for (const name of before.files.keys()) {
    if (plan.record.files.has(name)) continue;
    if (!isHashedName(name)) plan.removedPages.push(name);
    else if (name.startsWith('_astro/')) retire(plan, name, before, now);
    else plan.removedHashed.push(name);
  }
  return plan;
}

function retire(
  { record, removedHashed }: DeployPlan,
  name: string,
  before: DeployRecord,
  now: number,
) {
  const since = before.retired.get(name) ?? now;
  if (now - since >= RETIRED_MS) return void removedHashed.push(name);
  record.files.set(name, FIXED);
  record.retired.set(name, since);
}

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
