import type { z } from 'zod';

/** Per field, the first reason why what was typed can't be sent. */
export function fieldFaults(error: z.ZodError | undefined): Record<string, string> {
  const issues = error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [];
  return Object.fromEntries(issues.toReversed());
}
