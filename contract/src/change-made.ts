/** Response header of media writes: the id of the change, for its undo (decision 112). */
export const CHANGE_MADE = 'Change-Made';
