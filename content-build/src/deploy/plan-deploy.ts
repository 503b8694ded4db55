/** What a deploy has to do, and in which order (pure; decision 029). */

import { isHashedName, isOurName } from './deploy-record.ts';
import { type DeployFile, type DeployRecord, FIXED } from './deploy-target.ts';

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
