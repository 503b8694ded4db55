/** Header of the answer to a write of media: the change that it made, by which it can be taken back (decision 112). */
export const CHANGE_MADE = 'Change-Made';
