import type { z } from 'zod';
import { requireUnended } from '#auth/guards.ts';
import type { AppContext } from './app-env.ts';
import { AppError } from './app-error.ts';
import type { Limits } from './limits.ts';
import { parseInput } from './parse-input.ts';
import { readText } from './read-body.ts';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed_json', undefined, { cause });
  }
}

/**
 * The payload of a request as its schema makes it. Throws `malformed_json`, `invalid_input` with
 * the text of the first issue, `body_too_large` or `timeout`; and what `requireUnended` throws when the
 * session ended while the body came in.
 */
export async function readJson<S extends z.ZodType>(
  c: AppContext,
  schema: S,
  limits: Limits,
): Promise<z.output<S>> {
  const text = await readText(c.req.raw, limits);
  requireUnended(c);
  return parseInput(schema, parseJson(text));
}
