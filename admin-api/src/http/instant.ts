/** Milliseconds since 1970 to ISO 8601. */
export const toInstant = (at: number) => new Date(at).toISOString();

export const toInstantOrNull = (at: number | null | undefined) =>
  at === null || at === undefined ? null : toInstant(at);
