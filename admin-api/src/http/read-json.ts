import type { z } from 'zod';
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
 * the text of the first issue, `body_too_large` or `timeout`.
 */
export async function readJson<S extends z.ZodType>(
  c: AppContext,
  schema: S,
  limits: Limits,
): Promise<z.output<S>> {
  return parseInput(schema, parseJson(await readText(c.req.raw, limits)));
}
