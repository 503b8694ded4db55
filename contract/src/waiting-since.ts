/** Response header of a write that left texts waiting; GET /api/admin/leaks/waiting?since= lists them. */
export const WAITING_SINCE = 'Waiting-Since';
