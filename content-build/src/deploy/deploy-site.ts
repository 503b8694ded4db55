/** Brings a target up to date: only what changed, in an order that never shows half a site (decision 029). */
import { stat } from 'node:fs/promises';
import type { DeploySettings } from '@veldlicht/contract/job-environment';
import { mapLimited } from '@veldlicht/database/map-limited';
import { nameOf } from '../release/address-name.ts';
import {
  type DeployFile,
  type DeployRecord,
  type DeployTarget,
  FIXED,
  isHashedName,
} from './deploy-target.ts';
import { bucketStore, folderStore, inPlaceTarget } from './in-place-target.ts';
import { rsyncTarget } from './rsync-target.ts';

/** Files on their way at once. */
const AT_ONCE = 8;
const HOME = nameOf('/', 'file');
/** Client files stay for tabs that were opened before, as on one machine. */
const RETIRED_MS = 7 * 24 * 60 * 60 * 1000;

/** The target that the configuration names. */
export function openTarget(settings: DeploySettings): DeployTarget {
  switch (settings.kind) {
    case 'folder':
      return inPlaceTarget(folderStore(settings.folder));
    case 's3':
      return inPlaceTarget(bucketStore(settings));
    case 'rsync':
      return rsyncTarget(settings);
  }
}

/**
 * In this order no moment shows a page whose pictures, styles or links lead nowhere: first what pages
 * need, then pages nobody links to yet, then the pages that change, and removals when nothing leads to
 * them any more.
 */
interface DeployPlan {
  hashed: DeployFile[];
  newPages: DeployFile[];
  changedPages: DeployFile[];
  removedPages: string[];
  removedHashed: string[];
  /** What will be true when all of it is done. */
  record: DeployRecord;
}

function planDeploy(
  id: string,
  files: readonly DeployFile[],
  before: DeployRecord,
  now: number,
): DeployPlan {
  const record: DeployRecord = { id, files: new Map(), retired: new Map() };
  const plan: DeployPlan = {
    ...{ hashed: [], newPages: [], changedPages: [], removedPages: [], removedHashed: [] },
    record,
  };
  for (const file of files) {
    const known = before.files.get(file.name);
    record.files.set(file.name, file.version);
    if (known === file.version) continue;
    if (file.isHashed) plan.hashed.push(file);
    // Home leads to all others, also where nothing was before.
    else if (known === undefined && file.name !== HOME) plan.newPages.push(file);
    else plan.changedPages.push(file);
  }
  for (const name of before.files.keys()) {
    if (record.files.has(name)) continue;
    const since = before.retired.get(name) ?? now;
    if (!isHashedName(name)) plan.removedPages.push(name);
    else if (!name.startsWith('_astro/') || now - since >= RETIRED_MS)
      plan.removedHashed.push(name);
    else {
      record.files.set(name, FIXED);
      record.retired.set(name, since);
    }
  }
  return plan;
}

export interface DeployTools {
  now: () => number;
  /** Called as files arrive. */
  onFile?: () => void;
}

/**
 * Deploys these files under an id; answers how many were put and removed. Throws what the target or a
 * fetch threw; nothing that a page of the old site needs has gone then, and the next deploy puts right
 * what this one began.
 */
export async function deploySite(
  target: DeployTarget,
  id: string,
  files: readonly DeployFile[],
  { now, onFile }: DeployTools,
): Promise<{ put: number; removed: number; bytes: number }> {
  const done = { put: 0, removed: 0, bytes: 0 };
  const put = async (file: DeployFile) => {
    const local = await file.fetch();
    try {
      done.bytes += (await stat(local.path)).size;
      await target.put(file, local.path);
    } finally {
      await local.release();
    }
    done.put += 1;
    onFile?.();
  };
  const remove = async (name: string) => {
    await target.remove(name);
    done.removed += 1;
  };
  try {
    const plan = planDeploy(id, files, await target.begin(id), now());
    await mapLimited(plan.hashed, AT_ONCE, put);
    await target.confirm();
    await mapLimited(plan.newPages, AT_ONCE, put);
    await mapLimited(plan.changedPages, AT_ONCE, put);
    await target.confirm();
    await mapLimited(plan.removedPages, AT_ONCE, remove);
    await mapLimited(plan.removedHashed, AT_ONCE, remove);
    await target.finish(plan.record);
    return done;
  } finally {
    await target.close?.();
  }
}
