/** The configuration, read from environment variables once at the start of a process. */
import { z } from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD } from './limits.ts';
import { username } from './user.ts';

/** Says in one line which variable is wrong and how. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/** An empty variable counts as not set. */
const setting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** Browsers treat these as secure although they are plain http. */
export function isSecureOrigin(value: string): boolean {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}

const ORIGIN_ERROR = 'must be an origin such as https://example.nl, without a path';
const origin = z
  .string()
  .refine(
    (value) =>
      /^https?:/.test(value) &&
      URL.canParse(value) &&
      new URL(value).origin === value.replace(/\/$/, ''),
    { error: ORIGIN_ERROR },
  );

const bucketName = z
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

/** A stray % in a name or password can't be read back. */
function isDecodable(address: string): boolean {
  const { username: name, password } = new URL(address);
  try {
    return decodeURIComponent(name + password) !== null;
  } catch {
    return false;
  }
}

const publishVariables = {
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

const variables = z.object({
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(4321)),
  HOST: setting(z.string().default('127.0.0.1')),
  PUBLIC_ORIGIN: setting(origin.optional()),
  DATA_DIR: setting(z.string().default('./data')),
  BACKUP_DIR: setting(z.string().optional()).describe('Where backups stand'),
  WATCH_FOLDER: setting(z.string().optional()).describe(
    'Pictures that are put here are taken away and become drafts',
  ),
  ADMIN_USERNAME: setting(username.optional()),
  ADMIN_EMAIL: setting(z.email().optional()),
  ADMIN_PASSWORD: setting(
    z
      .string()
      .min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`)
      .max(MAX_PASSWORD)
      .optional(),
  ),
  SMTP_URL: setting(
    z
      .string()
      .refine(
        (value) => /^smtps?:\/\/[^/\s]+/i.test(value) && URL.canParse(value) && isDecodable(value),
        {
          error: 'must be an address such as smtps://user:password@mail.example.nl',
        },
      )
      .optional(),
  ),
  MAIL_FROM: setting(z.email().optional()).describe('Sender of what the product mails'),
  CONTACT_TO: setting(z.email().optional()).describe('Where messages of visitors are mailed'),
  TRUSTED_PROXY: setting(z.string().optional()).describe(
    'Address of the proxy whose X-Forwarded-For counts',
  ),
  PUBLISH_QUIET_MS: setting(z.coerce.number().int().min(0).max(1000).default(100)).describe(
    'A burst of changes is published after this much silence',
  ),
  MIN_FREE_MB: setting(z.coerce.number().int().min(0).default(2048)).describe(
    'Uploads are refused while less disk space than this is free',
  ),
  PUBLISH_TIMEOUT_MINUTES: setting(z.coerce.number().int().min(1).max(1440).default(10)).describe(
    'A publish in which nothing moves for so long is ended',
  ),
  STORAGE: setting(z.enum(['disk', 's3']).default('disk')).describe('Where originals are kept'),
  S3_ENDPOINT: setting(origin.optional()).describe('Address of the storage service'),
  S3_BUCKET: setting(bucketName.optional()),
  S3_REGION: setting(z.string().default('us-east-1')),
  S3_ACCESS_KEY_ID: setting(z.string().optional()),
  S3_SECRET_ACCESS_KEY: setting(z.string().optional()),
  S3_ADDRESSING: setting(z.enum(['path', 'host']).default('path')).describe(
    'Whether the bucket stands in the path or in front of the host name',
  ),
  ...publishVariables,
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info')),
});

const jobVariables = z.object(publishVariables);
type Variables = z.output<typeof variables>;
type JobVariables = z.output<typeof jobVariables>;

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

/** Where uploads wait and originals are kept. */
export type StorageSettings = { kind: 'disk' } | BucketSettings;

export interface Environment {
  port: number;
  host: string;
  /** Where visitors and admins reach the product; no slash at the end. */
  publicOrigin: string;
  dataDir: string;
  /** Where backups stand; another disk is better. */
  /** Null: no folder is watched. */
  watchFolder: string | null;
  backupDir: string;
  owner: { username?: string; email?: string; password?: string };
  trustedProxy: string | undefined;
  /** `smtpUrl` undefined: nothing is mailed. */
  mail: { smtpUrl: string | undefined; from: string; contactTo: string | undefined };
  /** Milliseconds of silence after which a burst of changes is published. */
  publishQuietMs: number;
  /** Bytes of free disk space below which uploads are refused (fault F7). */
  minFreeBytes: number;
  /** Milliseconds after which a publish in which nothing moves is ended. */
  publishTimeoutMs: number;
  storage: StorageSettings;
  /** Who builds the site. */
  publish: PublishSettings;
  logLevel: string;
}

/** The account that sends, when it is an address: mail servers take no other sender. */
function defaultSender(smtpUrl: string | undefined, publicOrigin: string): string {
  const account = smtpUrl ? decodeURIComponent(new URL(smtpUrl).username) : '';
  return account.includes('@') ? account : `noreply@${new URL(publicOrigin).hostname}`;
}

/** Variables by a schema. Throws `EnvironmentError` about the first that is wrong. */
function parse<T extends z.ZodType>(schema: T, source: Record<string, string | undefined>) {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new EnvironmentError(`${String(issue?.path[0])}: ${issue?.message ?? 'is not valid'}`);
}

function needed<T extends object>(value: T, name: keyof T & string, because: string): string {
  const given = value[name];
  if (given === undefined) throw new EnvironmentError(`${name}: is needed with ${because}`);
  return String(given);
}

/** A bucket needs its variables, and an address that what is sent there may be sent to. */
function storageSettings(value: Variables, publicOrigin: string): StorageSettings {
  if (value.STORAGE === 'disk') return { kind: 'disk' };
  const because = 'STORAGE=s3';
  const endpoint = needed(value, 'S3_ENDPOINT', because).replace(/\/$/, '');
  if (publicOrigin.startsWith('https:') && !isSecureOrigin(endpoint))
    throw new EnvironmentError('S3_ENDPOINT: must be https, as PUBLIC_ORIGIN is');
  return {
    kind: 's3',
    endpoint,
    bucket: needed(value, 'S3_BUCKET', because),
    region: value.S3_REGION,
    accessKeyId: needed(value, 'S3_ACCESS_KEY_ID', because),
    secretAccessKey: needed(value, 'S3_SECRET_ACCESS_KEY', because),
    addressing: value.S3_ADDRESSING,
  };
}

function webhookSettings(value: JobVariables): WebhookSettings {
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
function publishSettings(value: JobVariables): PublishSettings {
  if (value.PUBLISH_MODE === 'local') return { mode: 'local' };
  return {
    mode: 'ci',
    buildToken: needed(value, 'BUILD_TOKEN', 'PUBLISH_MODE=ci'),
    webhook: webhookSettings(value),
    timeoutMs: value.BUILD_TIMEOUT_MINUTES * 60_000,
  };
}

function deploySettings(value: JobVariables): DeploySettings {
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

/** Reads the configuration; everything has a default. Throws `EnvironmentError`. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const value = parse(variables, source);
  const publicOrigin = (value.PUBLIC_ORIGIN ?? `http://localhost:${value.PORT}`).replace(/\/$/, '');
  return {
    port: value.PORT,
    host: value.HOST,
    publicOrigin,
    dataDir: value.DATA_DIR,
    watchFolder: value.WATCH_FOLDER ?? null,
    backupDir: value.BACKUP_DIR ?? `${value.DATA_DIR}/backups`,
    owner: {
      ...(value.ADMIN_USERNAME !== undefined && { username: value.ADMIN_USERNAME }),
      ...(value.ADMIN_EMAIL !== undefined && { email: value.ADMIN_EMAIL }),
      ...(value.ADMIN_PASSWORD !== undefined && { password: value.ADMIN_PASSWORD }),
    },
    trustedProxy: value.TRUSTED_PROXY,
    mail: {
      smtpUrl: value.SMTP_URL,
      from: value.MAIL_FROM ?? defaultSender(value.SMTP_URL, publicOrigin),
      contactTo: value.CONTACT_TO,
    },
    publishQuietMs: value.PUBLISH_QUIET_MS,
    minFreeBytes: value.MIN_FREE_MB * 1024 * 1024,
    publishTimeoutMs: value.PUBLISH_TIMEOUT_MINUTES * 60_000,
    storage: storageSettings(value, publicOrigin),
    publish: publishSettings(value),
    logLevel: value.LOG_LEVEL,
  };
}

/**
 * What a job that builds elsewhere needs; it has nothing else of the configuration. Throws
 * `EnvironmentError`.
 */
export function readJobSettings(source: Record<string, string | undefined>): JobSettings {
  const value = parse(jobVariables, source);
  const because = 'npm run publish:ci';
  return {
    api: needed(value, 'BUILD_API', because).replace(/\/$/, ''),
    token: needed(value, 'BUILD_TOKEN', because),
    target: deploySettings(value),
  };
}
