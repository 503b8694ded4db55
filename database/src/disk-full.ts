/** The system's code of an error (ENOSPC, SQLITE_FULL), also when a library wrapped it. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return systemCode(error.cause);
}

/** Whether something failed for want of disk space: no fault of the file or the request (fault F7). */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'SQLITE_FULL'].includes(systemCode(error) ?? '');
}
