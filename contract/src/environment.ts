/** Configuration, read once from environment variables at the start of a process. */
import { z } from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD } from './limits.ts';
import { TerminalError } from './terminal-error.ts';
import { username } from './user.ts';

/** Its line names the variable and the fault. */
export class EnvironmentError extends TerminalError {
  override name = 'EnvironmentError';
  override get line(): string {
    return `The configuration is wrong: ${this.message}`;
  }
}

/** Whether an origin is https, or one that browsers treat as secure over http. */
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

/** URL that a secret may be sent to: https, or this machine. */
export const secureUrl = z
  .string()
  .refine((value) => /^https?:/.test(value) && URL.canParse(value) && isSecureOrigin(value), {
    error: 'must be an https address',
  });

const SECRET_ERROR = 'must have at least 32 characters, without spaces';
export const secret = z.string().regex(/^[\x21-\x7e]{32,256}$/, SECRET_ERROR);

/** False for a stray % in the name or the password. */
function isDecodable(address: string): boolean {
  const { username: name, password } = new URL(address);
  try {
    return decodeURIComponent(name + password) !== null;
  } catch {
    return false;
  }
}

type Source = Record<string, string | undefined>;

/**
 * Parses variables by a schema. `prefix` goes before their names; an empty one counts as not set.
 * Throws `EnvironmentError` about the first invalid one.
 */
export function readVariables<T extends z.ZodRawShape>(shape: T, source: Source, prefix = '') {
  const schema = z.object(shape);
  const named = Object.keys(shape).map((name) => [name, source[prefix + name] || undefined]);
  const parsed = schema.safeParse(Object.fromEntries(named));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = prefix + String(issue?.path[0]);
  throw new EnvironmentError(`${name}: ${issue?.message ?? 'is not valid'}`);
}

/** A variable that another one requires. Throws `EnvironmentError` without it. */
export function needed<T extends object>(
  value: T,
  name: keyof T & string,
  because: string,
  prefix = '',
): string {
  const given = value[name];
  if (given === undefined)
    throw new EnvironmentError(`${prefix}${name}: is needed with ${because}`);
  return String(given);
}

const bucketVariables = {
  S3_ENDPOINT: origin.optional().describe('Address of the storage service'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_ADDRESSING: z
    .enum(['path', 'host'])
    .default('path')
    .describe('Whether the bucket is in the path or in the host name'),
};

/** Bucket of an S3-compatible service with its key; `prefix` goes before the variables. */
function readBucket(source: Source, because: string, prefix = '') {
  const value = readVariables(bucketVariables, source, prefix);
  const need = (name: keyof typeof bucketVariables) => needed(value, name, because, prefix);
  return {
    kind: 's3' as const,
    /** Origin of the service. */
    endpoint: need('S3_ENDPOINT').replace(/\/$/, ''),
    bucket: need('S3_BUCKET'),
    region: value.S3_REGION,
    accessKeyId: need('S3_ACCESS_KEY_ID'),
    secretAccessKey: need('S3_SECRET_ACCESS_KEY'),
    addressing: value.S3_ADDRESSING,
  };
}
export type BucketSettings = ReturnType<typeof readBucket>;

/** Storage of uploads and originals. */
export type StorageSettings = { kind: 'disk' } | BucketSettings;

/** Refuses a bucket over plain http when the site itself is https. */
function readStorage(source: Source, publicOrigin: string): StorageSettings {
  const { STORAGE: kind } = readVariables(
    { STORAGE: z.enum(['disk', 's3']).default('disk') },
    source,
  );
  if (kind === 'disk') return { kind };
  const bucket = readBucket(source, 'STORAGE=s3');
  if (publicOrigin.startsWith('https:') && !isSecureOrigin(bucket.endpoint))
    throw new EnvironmentError('S3_ENDPOINT: must be https, as PUBLIC_ORIGIN is');
  return bucket;
}

const publishVariables = {
  PUBLISH_MODE: z.enum(['local', 'ci']).default('local'),
  BUILD_TOKEN: secret.optional().describe('Authenticates the job'),
  BUILD_TIMEOUT_MINUTES: z.coerce
    .number()
    .min(0.01)
    .max(1440)
    .default(30)
    .describe('A job silent for this long has failed'),
  CI_WEBHOOK: z.enum(['github', 'signed']).optional(),
  CI_WEBHOOK_URL: secureUrl.optional(),
  CI_WEBHOOK_SECRET: secret.optional().describe('Signs calls of the kind `signed`'),
  CI_GITHUB_REPOSITORY: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')
    .optional(),
  CI_GITHUB_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
};
type PublishVariables = ReturnType<typeof readVariables<typeof publishVariables>>;

/** The call that starts a CI job. */
function webhookOf(value: PublishVariables) {
  const kind = needed(value, 'CI_WEBHOOK', 'PUBLISH_MODE=ci');
  if (kind === 'signed') {
    const because = 'CI_WEBHOOK=signed';
    const url = needed(value, 'CI_WEBHOOK_URL', because);
    return { kind, url, secret: needed(value, 'CI_WEBHOOK_SECRET', because) } as const;
  }
  const because = 'CI_WEBHOOK=github';
  const token = needed(value, 'CI_GITHUB_TOKEN', because);
  const url =
    value.CI_WEBHOOK_URL ??
    `https://api.github.com/repos/${needed(value, 'CI_GITHUB_REPOSITORY', because)}/dispatches`;
  return { kind: 'github', url, token } as const;
}
export type WebhookSettings = ReturnType<typeof webhookOf>;

/** Whether this machine builds the site, or a CI job that is called on every change. */
function readPublishing(source: Source) {
  const value = readVariables(publishVariables, source);
  if (value.PUBLISH_MODE === 'local') return { mode: 'local' } as const;
  return {
    mode: 'ci' as const,
    buildToken: needed(value, 'BUILD_TOKEN', 'PUBLISH_MODE=ci'),
    webhook: webhookOf(value),
    timeoutMs: value.BUILD_TIMEOUT_MINUTES * 60_000,
  };
}

const variables = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_ORIGIN: origin.optional(),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional().describe('Folder of backups'),
  VISITS_DIR: z.string().optional().describe('Folder of the access log'),
  WATCH_FOLDER: z.string().optional().describe('Files put here become drafts and are removed'),
  ADMIN_USERNAME: username.optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`)
    .max(MAX_PASSWORD)
    .optional(),
  SMTP_URL: z
    .string()
    .refine(
      (value) => /^smtps?:\/\/[^/\s]+/i.test(value) && URL.canParse(value) && isDecodable(value),
      {
        error: 'must be an address such as smtps://user:password@mail.example.nl',
      },
    )
    .optional(),
  MAIL_FROM: z.email().optional().describe('Sender of all mail'),
  CONTACT_TO: z.email().optional().describe('Recipient of messages from visitors'),
  TRUSTED_PROXY: z
    .string()
    .optional()
    .describe('Address of the proxy whose X-Forwarded-For counts'),
  PUBLISH_QUIET_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(100)
    .describe('A burst of changes is published after this much silence'),
  MIN_FREE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(2048)
    .describe('Uploads are refused while less disk space than this is free'),
  PUBLISH_TIMEOUT_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(10)
    .describe('A publish without progress for this long is ended'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
};

/** The SMTP account when it is an address: mail servers refuse other senders. */
function defaultSender(smtpUrl: string | undefined, publicOrigin: string): string {
  const account = smtpUrl ? decodeURIComponent(new URL(smtpUrl).username) : '';
  return account.includes('@') ? account : `noreply@${new URL(publicOrigin).hostname}`;
}

/** Reads the configuration; everything has a default. Throws `EnvironmentError`. */
export function readEnvironment(source: Source) {
  const value = readVariables(variables, source);
  const publicOrigin = (value.PUBLIC_ORIGIN ?? `http://localhost:${value.PORT}`).replace(/\/$/, '');
  return {
    port: value.PORT,
    host: value.HOST,
    /** Origin of site and panel, without a slash at the end. */
    publicOrigin,
    dataDir: value.DATA_DIR,
    /** Access log, from which views are counted. */
    visitsDir: value.VISITS_DIR ?? `${value.DATA_DIR}/visits`,
    /** Null: no folder is watched. */
    watchFolder: value.WATCH_FOLDER ?? null,
    /** Folder of backups, best on another disk. */
    backupDir: value.BACKUP_DIR ?? `${value.DATA_DIR}/backups`,
    /** The first account. */
    owner: {
      ...(value.ADMIN_USERNAME !== undefined && { username: value.ADMIN_USERNAME }),
      ...(value.ADMIN_EMAIL !== undefined && { email: value.ADMIN_EMAIL }),
      ...(value.ADMIN_PASSWORD !== undefined && { password: value.ADMIN_PASSWORD }),
    },
    trustedProxy: value.TRUSTED_PROXY,
    /** `smtpUrl` undefined: nothing is mailed. */
    mail: {
      smtpUrl: value.SMTP_URL,
      from: value.MAIL_FROM ?? defaultSender(value.SMTP_URL, publicOrigin),
      contactTo: value.CONTACT_TO,
    },
    /** Milliseconds of silence after which a burst of changes is published. */
    publishQuietMs: value.PUBLISH_QUIET_MS,
    /** Bytes of free disk space below which uploads are refused (fault F7). */
    minFreeBytes: value.MIN_FREE_MB * 1024 * 1024,
    /** Milliseconds after which a publish without progress is ended. */
    publishTimeoutMs: value.PUBLISH_TIMEOUT_MINUTES * 60_000,
    storage: readStorage(source, publicOrigin),
    publish: readPublishing(source),
    logLevel: value.LOG_LEVEL,
  };
}
export type Environment = ReturnType<typeof readEnvironment>;
