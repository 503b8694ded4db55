/** Header of the answer to a write that left texts waiting: `?since=` of GET /api/admin/leaks/waiting lists them. */
export const WAITING_SINCE = 'Waiting-Since';
