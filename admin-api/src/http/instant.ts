/** A stored moment as the API tells it. */
export const toInstant = (at: number) => new Date(at).toISOString();

/** The same of one that may be missing. */
export const toInstantOrNull = (at: number | null | undefined) =>
  at === null || at === undefined ? null : toInstant(at);
