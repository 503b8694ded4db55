/** Response header of media writes: id of the change, for its undo. */
export const CHANGE_MADE = 'Change-Made';
