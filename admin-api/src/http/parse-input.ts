/** Input of requests, checked: every route that takes some goes through here. */
import type { z } from 'zod';
import { AppError } from './app-error.ts';

/** Said of input no form of ours sends. Zod's own sentences tell of our insides (threat T24). */
const NOT_VALID = 'The input is not valid';

/** First issue as the text; beside it the first issue of each field, parts of one also by their path. */
function refusalOf(error: z.ZodError): AppError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const [name] = issue.path;
    if (typeof name !== 'string') continue;
    fields[name] ??= issue.message;
    fields[issue.path.join('.')] ??= issue.message;
  }
  return new AppError('invalid_input', error.issues[0]?.message ?? NOT_VALID, { fields });
}

/**
 * What a client sent as its schema makes it. Throws `invalid_input` in the words of the schema;
 * where the schema has none, in one sentence for everything.
 */
export function parseInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  // Zod asks this only for issues whose schema brought no text of its own.
  const parsed = schema.safeParse(sent, { error: () => NOT_VALID });
  if (!parsed.success) throw refusalOf(parsed.error);
  return parsed.data;
}
