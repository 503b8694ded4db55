/** The part of the configuration that says who builds the site and where it goes (product decisions §5). */
import { z } from 'zod';
import { EnvironmentError } from './environment-error.ts';

/** An empty variable counts as not set. */
export const setting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** Browsers treat these as secure although they are plain http. */
export function isSecureOrigin(value: string): boolean {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}

const ORIGIN_ERROR = 'must be an origin such as https://example.nl, without a path';
export const origin = z
  .string()
  .refine(
    (value) =>
      /^https?:/.test(value) &&
      URL.canParse(value) &&
      new URL(value).origin === value.replace(/\/$/, ''),
    { error: ORIGIN_ERROR },
  );

export const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket');

/** What carries a secret goes over https, or stays on this machine. */
const secureUrl = z
  .string()
  .refine((value) => /^https?:/.test(value) && URL.canParse(value) && isSecureOrigin(value), {
    error: 'must be an https address',
  });

const SECRET_ERROR = 'must have at least 32 characters, without spaces';
const secret = z.string().regex(/^[\x21-\x7e]{32,256}$/, SECRET_ERROR);

/** Only signs that no shell reads: the folder is part of commands on the other machine. */
const farFolder = z
  .string()
  .regex(/^(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)+$/, 'must be a plain absolute path');

export const publishVariables = {
  PUBLISH_MODE: setting(z.enum(['local', 'ci']).default('local')).describe(
    'Who builds the site: this machine, or a job elsewhere that is called on every change',
  ),
  BUILD_TOKEN: setting(secret.optional()).describe('What the job shows to fetch and to report'),
  BUILD_API: setting(secureUrl.pipe(origin).optional()).describe(
    'Where the job fetches and reports: PUBLIC_ORIGIN of the admin',
  ),
  BUILD_TIMEOUT_MINUTES: setting(z.coerce.number().min(0.01).max(1440).default(30)).describe(
    'A job that says nothing for so long has failed',
  ),
  CI_WEBHOOK: setting(z.enum(['github', 'signed']).optional()),
  CI_WEBHOOK_URL: setting(secureUrl.optional()),
  CI_WEBHOOK_SECRET: setting(secret.optional()).describe('Signs calls of the kind signed'),
  CI_GITHUB_REPOSITORY: setting(
    z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
      .optional(),
  ),
  CI_GITHUB_TOKEN: setting(
    z
      .string()
      .regex(/^[\x21-\x7e]+$/)
      .optional(),
  ),
  DEPLOY_TARGET: setting(z.enum(['folder', 'local', 's3', 'rsync']).optional()),
  DEPLOY_FOLDER: setting(z.string().optional()),
  DEPLOY_S3_ENDPOINT: setting(origin.optional()),
  DEPLOY_S3_BUCKET: setting(bucketName.optional()),
  DEPLOY_S3_REGION: setting(z.string().default('us-east-1')),
  DEPLOY_S3_ACCESS_KEY_ID: setting(z.string().optional()),
  DEPLOY_S3_SECRET_ACCESS_KEY: setting(z.string().optional()),
  DEPLOY_S3_ADDRESSING: setting(z.enum(['path', 'host']).default('path')),
  DEPLOY_RSYNC_HOST: setting(
    z
      .string()
      .regex(/^(?:[a-z_][a-z0-9_-]*@)?[A-Za-z0-9][A-Za-z0-9.-]*$/, 'must be host or user@host')
      .optional(),
  ),
  DEPLOY_RSYNC_PORT: setting(z.coerce.number().int().min(1).max(65_535).default(22)),
  DEPLOY_RSYNC_FOLDER: setting(farFolder.optional()),
  DEPLOY_RSYNC_KEY: setting(z.string().optional()).describe('File of the private key'),
  DEPLOY_RSYNC_KNOWN_HOSTS: setting(z.string().optional()).describe(
    'File with the key of the host; another one is refused',
  ),
};

const variables = z.object(publishVariables);
export type PublishVariables = z.output<typeof variables>;

/** A bucket of an S3-compatible service, and the key that opens it. */
export interface BucketSettings {
  kind: 's3';
  /** Origin of the service. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  addressing: 'path' | 'host';
}

/** How a job elsewhere is told that there is something to build. */
export type WebhookSettings =
  | { kind: 'github'; url: string; token: string }
  | { kind: 'signed'; url: string; secret: string };

export type PublishSettings =
  | { mode: 'local' }
  | { mode: 'ci'; buildToken: string; webhook: WebhookSettings; timeoutMs: number };

/** A machine that is reached by ssh; the site stands in releases/ below the folder, and current leads to it. */
export interface RsyncSettings {
  kind: 'rsync';
  host: string;
  port: number;
  folder: string;
  keyFile: string | undefined;
  knownHostsFile: string | undefined;
}

/** Where a built site goes. `folder` is changed in place; `local` has releases and a link. */
export type DeploySettings =
  | { kind: 'folder' | 'local'; folder: string }
  | BucketSettings
  | RsyncSettings;

/** What a job needs to build and deploy. */
export interface JobSettings {
  api: string;
  token: string;
  target: DeploySettings;
}

function needed(value: PublishVariables, name: keyof PublishVariables, because: string): string {
  const given = value[name];
  if (given === undefined) throw new EnvironmentError(`${name}: is needed with ${because}`);
  return String(given);
}

function webhookSettings(value: PublishVariables): WebhookSettings {
  const kind = needed(value, 'CI_WEBHOOK', 'PUBLISH_MODE=ci');
  if (kind === 'signed') {
    const because = 'CI_WEBHOOK=signed';
    const url = needed(value, 'CI_WEBHOOK_URL', because);
    return { kind, url, secret: needed(value, 'CI_WEBHOOK_SECRET', because) };
  }
  const token = needed(value, 'CI_GITHUB_TOKEN', 'CI_WEBHOOK=github');
  const url =
    value.CI_WEBHOOK_URL ??
    `https://api.github.com/repos/${needed(value, 'CI_GITHUB_REPOSITORY', 'CI_WEBHOOK=github')}/dispatches`;
  return { kind: 'github', url, token };
}

/** Who builds the site. Throws `EnvironmentError`. */
export function publishSettings(value: PublishVariables): PublishSettings {
  if (value.PUBLISH_MODE === 'local') return { mode: 'local' };
  return {
    mode: 'ci',
    buildToken: needed(value, 'BUILD_TOKEN', 'PUBLISH_MODE=ci'),
    webhook: webhookSettings(value),
    timeoutMs: value.BUILD_TIMEOUT_MINUTES * 60_000,
  };
}

function deploySettings(value: PublishVariables): DeploySettings {
  const kind = value.DEPLOY_TARGET;
  const because = `DEPLOY_TARGET=${kind}`;
  switch (kind) {
    case 'folder':
    case 'local':
      return { kind, folder: needed(value, 'DEPLOY_FOLDER', because) };
    case 's3': {
      const endpoint = needed(value, 'DEPLOY_S3_ENDPOINT', because).replace(/\/$/, '');
      if (!isSecureOrigin(endpoint))
        throw new EnvironmentError('DEPLOY_S3_ENDPOINT: must be https');
      return {
        kind,
        endpoint,
        bucket: needed(value, 'DEPLOY_S3_BUCKET', because),
        region: value.DEPLOY_S3_REGION,
        accessKeyId: needed(value, 'DEPLOY_S3_ACCESS_KEY_ID', because),
        secretAccessKey: needed(value, 'DEPLOY_S3_SECRET_ACCESS_KEY', because),
        addressing: value.DEPLOY_S3_ADDRESSING,
      };
    }
    case 'rsync':
      return {
        kind,
        host: needed(value, 'DEPLOY_RSYNC_HOST', because),
        port: value.DEPLOY_RSYNC_PORT,
        folder: needed(value, 'DEPLOY_RSYNC_FOLDER', because),
        keyFile: value.DEPLOY_RSYNC_KEY,
        knownHostsFile: value.DEPLOY_RSYNC_KNOWN_HOSTS,
      };
    default:
      throw new EnvironmentError('DEPLOY_TARGET: is needed; one of folder, local, s3, rsync');
  }
}

/**
 * What a job that builds elsewhere needs; it has nothing else of the configuration. Throws
 * `EnvironmentError`.
 */
export function readJobSettings(source: Record<string, string | undefined>): JobSettings {
  const parsed = variables.safeParse(source);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new EnvironmentError(`${String(issue?.path[0])}: ${issue?.message ?? 'is not valid'}`);
  }
  const value = parsed.data;
  const because = 'npm run publish:ci';
  return {
    api: needed(value, 'BUILD_API', because).replace(/\/$/, ''),
    token: needed(value, 'BUILD_TOKEN', because),
    target: deploySettings(value),
  };
}
