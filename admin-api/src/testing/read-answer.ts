import { errorBody } from '@veldlicht/contract/error';
import type { z } from 'zod';

/** The body of a response, checked against its schema; an unknown field fails too (threat T13). */
export async function readAnswer<S extends z.ZodType>(
  schema: S,
  answer: Response | Promise<Response>,
): Promise<z.output<S>> {
  const body: unknown = await (await answer).json();
  const known = schema.parse(body);
  if (JSON.stringify(sorted(known)) !== JSON.stringify(sorted(body)))
    throw new Error(`more than the contract says: ${JSON.stringify(body)}`);
  return known;
}

/** Sorts keys at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

/** The checked error body, with its status. */
export async function refusal(answer: Response | Promise<Response>) {
  const response = await answer;
  return { status: response.status, ...(await readAnswer(errorBody, response)) };
}
