/** The configuration, read from environment variables once at the start of a process. */
import { z } from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD } from './limits.ts';
import { username } from './user.ts';

const empty = z.literal('').transform(() => undefined);
const optional = <T extends z.ZodType>(schema: T) => z.union([empty, schema]).optional();

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((value) => new URL(value).origin === value.replace(/\/$/, ''), {
    error: 'must be an origin such as https://example.nl, without a path',
  });

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_ORIGIN: optional(origin),
  DATA_DIR: z.string().min(1).default('./data'),
  ADMIN_USERNAME: optional(username),
  ADMIN_EMAIL: optional(z.email()),
  ADMIN_PASSWORD: optional(
    z.string().min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`).max(MAX_PASSWORD),
  ),
  TRUSTED_PROXY: optional(z.string()).describe('Address of the proxy whose X-Forwarded-For counts'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export interface Environment {
  port: number;
  host: string;
  /** Where visitors and admins reach the product; no slash at the end. */
  publicOrigin: string;
  dataDir: string;
  owner: { username?: string; email?: string; password?: string };
  trustedProxy: string | undefined;
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
    logLevel: value.LOG_LEVEL,
  };
}

/** Browsers treat these as secure although they are plain http. */
export function isSecureOrigin(value: string): boolean {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
}
