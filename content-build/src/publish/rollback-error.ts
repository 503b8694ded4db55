/** Says why a step back can't be taken. */
export class RollbackError extends Error {
  override name = 'RollbackError';
}

/** Why a release whose data is lost can't be shown. */
export function nothingTells(id: string): string {
  return `Nothing tells any more what release ${id} showed; it stays closed, so that nothing removed comes back.`;
}
