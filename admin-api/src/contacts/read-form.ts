import type { AppContext, Limits } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { readText } from '#http/request-body.ts';

function spoiled(cause?: unknown): AppError {
  const message = 'Het formulier is niet goed aangekomen. Probeer het opnieuw.';
  return new AppError('invalid_input', message, { cause });
}

/**
 * The fields of a plain form, urlencoded or multipart, with the line breaks that scripts use: a
 * browser sends CRLF, which would count twice. Throws `invalid_input` for files and repeated fields,
 * and what `readText` throws.
 */
export async function readForm(c: AppContext, limits: Limits): Promise<Record<string, string>> {
  const text = await readText(c.req.raw, limits);
  const headers = { 'content-type': c.req.header('content-type') ?? '' };
  const form = await new Response(text, { headers }).formData().catch((cause: unknown) => {
    throw spoiled(cause);
  });
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== 'string' || fields.has(name)) throw spoiled();
    fields.set(name, value.replace(/\r\n?/g, '\n'));
  }
  return Object.fromEntries(fields);
}
