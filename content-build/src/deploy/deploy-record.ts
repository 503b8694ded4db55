/** The record of a deploy as it lies in the target, and names that are ours there (pure). */
import { z } from 'zod';
import type { DeployRecord } from './deploy-target.ts';

/** Stands in the target, under a name that no page has. */
export const RECORD = '.veldlicht/release.json';
/** Stands there while a deploy is under way; one that is found says that the last one was cut off. */
export const MARK = '.veldlicht/deploying';

const record = z.object({
  format: z.literal(1),
  id: z.string(),
  files: z.record(z.string(), z.string()),
  retired: z.record(z.string(), z.number()),
});

/** The record in a text; null when there is none that can be trusted. */
export function readRecord(text: string | null): DeployRecord | null {
  if (text === null) return null;
  try {
    const { id, files, retired } = record.parse(JSON.parse(text));
    return {
      id,
      files: new Map(Object.entries(files)),
      retired: new Map(Object.entries(retired)),
    };
  } catch {
    return null;
  }
}

export function writeRecord({ id, files, retired }: DeployRecord): string {
  return JSON.stringify({
    format: 1,
    id,
    files: Object.fromEntries(files),
    retired: Object.fromEntries(retired),
  });
}

const HASHED =
  /^(?:_astro\/.+|bibliotheek\/[0-9a-f]{16}\.json(?:\.br|\.gz)?|media\/[0-9a-f]{32}\/[a-z0-9-]+\.[a-z0-9]+)$/;
const PAGE =
  /^(?:(?:foto|video)\/[^/]+|mediabibliotheek\/archief\/\d[^/]*|sitemap-\d+\.xml(?:\.br|\.gz)?)$/;

/** Whether a name follows from the content of the file. */
export function isHashedName(name: string): boolean {
  return HASHED.test(name);
}

/**
 * Whether something found in a target may be taken for ours. Names that every release has are not in
 * here: they are written anew anyway. What others keep beside the site stays untouched.
 */
export function isOurName(name: string): boolean {
  return HASHED.test(name) || PAGE.test(name);
}
