/** The configuration of the job that builds the site elsewhere; it has nothing else of the product's. */
import { z } from 'zod';
import {
  EnvironmentError,
  isSecureOrigin,
  needed,
  origin,
  readBucket,
  readVariables,
  secret,
  secureUrl,
} from './environment.ts';

const variables = {
  BUILD_API: secureUrl
    .pipe(origin)
    .optional()
    .describe('Where the job fetches and reports: PUBLIC_ORIGIN of the admin'),
  BUILD_TOKEN: secret.optional().describe('What the job shows to fetch and to report'),
  DEPLOY_TARGET: z.enum(['folder', 's3', 'rsync']).optional(),
  DEPLOY_FOLDER: z.string().optional(),
  DEPLOY_RSYNC_HOST: z
    .string()
    .regex(/^(?:[a-z_][a-z0-9_-]*@)?[A-Za-z0-9][A-Za-z0-9.-]*$/, 'must be host or user@host')
    .optional(),
  DEPLOY_RSYNC_PORT: z.coerce.number().int().min(1).max(65_535).default(22),
  // Only signs that no shell reads: the folder is part of commands on the other machine.
  DEPLOY_RSYNC_FOLDER: z
    .string()
    .regex(/^(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)+$/, 'must be a plain absolute path')
    .optional(),
  DEPLOY_RSYNC_KEY: z.string().optional().describe('File of the private key'),
  DEPLOY_RSYNC_KNOWN_HOSTS: z
    .string()
    .optional()
    .describe('File with the key of the host; another one is refused'),
};
type Variables = ReturnType<typeof readVariables<typeof variables>>;

/** A machine that is reached by ssh; the site stands in releases/ below the folder, and current leads to it. */
function rsyncOf(value: Variables) {
  const because = 'DEPLOY_TARGET=rsync';
  return {
    kind: 'rsync' as const,
    host: needed(value, 'DEPLOY_RSYNC_HOST', because),
    port: value.DEPLOY_RSYNC_PORT,
    folder: needed(value, 'DEPLOY_RSYNC_FOLDER', because),
    keyFile: value.DEPLOY_RSYNC_KEY,
    knownHostsFile: value.DEPLOY_RSYNC_KNOWN_HOSTS,
  };
}
export type RsyncSettings = ReturnType<typeof rsyncOf>;

/** Where a built site goes: `folder` and `s3` are changed in place, `rsync` lays a release beside the live one. */
function targetOf(value: Variables, source: Record<string, string | undefined>) {
  const kind = value.DEPLOY_TARGET;
  const because = `DEPLOY_TARGET=${kind}`;
  switch (kind) {
    case 'folder':
      return { kind, folder: needed(value, 'DEPLOY_FOLDER', because) };
    case 's3': {
      const bucket = readBucket(source, because, 'DEPLOY_');
      if (!isSecureOrigin(bucket.endpoint))
        throw new EnvironmentError('DEPLOY_S3_ENDPOINT: must be https');
      return bucket;
    }
    case 'rsync':
      return rsyncOf(value);
    default:
      throw new EnvironmentError('DEPLOY_TARGET: is needed; one of folder, s3, rsync');
  }
}
export type DeploySettings = ReturnType<typeof targetOf>;

/** What a job needs to build and deploy. Throws `EnvironmentError`. */
export function readJobSettings(source: Record<string, string | undefined>) {
  const value = readVariables(variables, source);
  const because = 'npm run publish:ci';
  return {
    api: needed(value, 'BUILD_API', because).replace(/\/$/, ''),
    token: needed(value, 'BUILD_TOKEN', because),
    target: targetOf(value, source),
  };
}
export type JobSettings = ReturnType<typeof readJobSettings>;
