/** The configuration, read from environment variables once at the start of a process. */
import { z } from 'zod';
import { EnvironmentError } from './environment-error.ts';
import {
  type BucketSettings,
  bucketName,
  isSecureOrigin,
  origin,
  type PublishSettings,
  publishSettings,
  publishVariables,
  setting,
} from './environment-publish.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './limits.ts';
import { username } from './user.ts';

/** A stray % in a name or password can't be read back. */
function isDecodable(address: string): boolean {
  const { username: name, password } = new URL(address);
  try {
    return decodeURIComponent(name + password) !== null;
  } catch {
    return false;
  }
}

const variables = z.object({
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(4321)),
  HOST: setting(z.string().default('127.0.0.1')),
  PUBLIC_ORIGIN: setting(origin.optional()),
  DATA_DIR: setting(z.string().default('./data')),
  BACKUP_DIR: setting(z.string().optional()).describe('Where backups stand'),
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

export { EnvironmentError } from './environment-error.ts';
export { type BucketSettings, isSecureOrigin } from './environment-publish.ts';

/** Where uploads wait and originals are kept. */
export type StorageSettings = { kind: 'disk' } | BucketSettings;

export interface Environment {
  port: number;
  host: string;
  /** Where visitors and admins reach the product; no slash at the end. */
  publicOrigin: string;
  dataDir: string;
  /** Where backups stand; another disk is better. */
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

type Variables = z.output<typeof variables>;

/** A bucket needs its variables, and an address that browsers on our origin may send to. */
function storageSettings(value: Variables, publicOrigin: string): StorageSettings {
  if (value.STORAGE === 'disk') return { kind: 'disk' };
  const required = (
    name: 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
  ): string => {
    const given = value[name];
    if (given === undefined) throw new EnvironmentError(`${name}: is needed with STORAGE=s3`);
    return given;
  };
  const endpoint = required('S3_ENDPOINT').replace(/\/$/, '');
  if (publicOrigin.startsWith('https:') && !isSecureOrigin(endpoint))
    throw new EnvironmentError('S3_ENDPOINT: must be https, as PUBLIC_ORIGIN is');
  return {
    kind: 's3',
    endpoint,
    bucket: required('S3_BUCKET'),
    region: value.S3_REGION,
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    addressing: value.S3_ADDRESSING,
  };
}

/** Reads the configuration; everything has a default. Throws `EnvironmentError`. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const parsed = variables.safeParse(source);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new EnvironmentError(`${String(issue?.path[0])}: ${issue?.message ?? 'is not valid'}`);
  }
  const value = parsed.data;
  const publicOrigin = (value.PUBLIC_ORIGIN ?? `http://localhost:${value.PORT}`).replace(/\/$/, '');
  return {
    port: value.PORT,
    host: value.HOST,
    publicOrigin,
    dataDir: value.DATA_DIR,
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
