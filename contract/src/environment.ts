/** The configuration, read from environment variables once at the start of a process. */
import { z } from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD } from './limits.ts';
import { username } from './user.ts';

/** An empty variable counts as not set. */
const setting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

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

const variables = z.object({
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(4321)),
  HOST: setting(z.string().default('127.0.0.1')),
  PUBLIC_ORIGIN: setting(origin.optional()),
  DATA_DIR: setting(z.string().default('./data')),
  ADMIN_USERNAME: setting(username.optional()),
  ADMIN_EMAIL: setting(z.email().optional()),
  ADMIN_PASSWORD: setting(
    z
      .string()
      .min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`)
      .max(MAX_PASSWORD)
      .optional(),
  ),
  TRUSTED_PROXY: setting(z.string().optional()).describe(
    'Address of the proxy whose X-Forwarded-For counts',
  ),
  PUBLISH_QUIET_MS: setting(z.coerce.number().int().min(0).max(1000).default(100)).describe(
    'A burst of changes is published after this much silence',
  ),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info')),
});

export interface Environment {
  port: number;
  host: string;
  /** Where visitors and admins reach the product; no slash at the end. */
  publicOrigin: string;
  dataDir: string;
  owner: { username?: string; email?: string; password?: string };
  trustedProxy: string | undefined;
  /** Milliseconds of silence after which a burst of changes is published. */
  publishQuietMs: number;
  logLevel: string;
}

/** Says in one line which variable is wrong and how. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/** Reads the configuration; everything has a default. Throws `EnvironmentError`. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const parsed = variables.safeParse(source);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new EnvironmentError(`${String(issue?.path[0])}: ${issue?.message ?? 'is not valid'}`);
  }
  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.HOST,
    publicOrigin: (value.PUBLIC_ORIGIN ?? `http://localhost:${value.PORT}`).replace(/\/$/, ''),
    dataDir: value.DATA_DIR,
    owner: {
      ...(value.ADMIN_USERNAME !== undefined && { username: value.ADMIN_USERNAME }),
      ...(value.ADMIN_EMAIL !== undefined && { email: value.ADMIN_EMAIL }),
      ...(value.ADMIN_PASSWORD !== undefined && { password: value.ADMIN_PASSWORD }),
    },
    trustedProxy: value.TRUSTED_PROXY,
    publishQuietMs: value.PUBLISH_QUIET_MS,
    logLevel: value.LOG_LEVEL,
  };
}

/** Browsers treat these as secure although they are plain http. */
export function isSecureOrigin(value: string): boolean {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}
