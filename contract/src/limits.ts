/** Limits of spec §9 that several processes know. */

/** Largest upload in bytes (250 MB), exact: one byte more is refused (spec §5, §9). */
export const MAX_FILE_BYTES = 262_144_000;
/** Most files in one bulk upload (spec §9). */
export const MAX_BULK_FILES = 100;
/** Most files of a dropped folder, which are created in calls of `MAX_BULK_FILES`. */
export const MAX_FOLDER_FILES = 1000;
/** Most entries in one import of categories or tags. */
export const MAX_BULK_CATEGORIES = 1000;
/** Most items of one bulk deletion or bulk update: a whole library. */
export const MAX_BULK_IDS = 10_000;
/** Lifetime of a signed upload address, in seconds (spec §9). */
export const UPLOAD_TICKET_SECONDS = 604_800;

/** Items in `recent`. */
export const RECENT_ITEMS = 12;

export const AUTHENTICATOR_CODE_LENGTH = 6;
export const BACKUP_CODE_LENGTH = 8;
/** Backup codes of one set (threat T9). */
export const BACKUP_CODES = 10;
/** Most passkeys of one account. */
export const MAX_PASSKEYS = 10;

/** Longest texts, in characters. Longer input is refused, never cut. */
export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 5000;
/** One text of a story. */
export const MAX_STORY_TEXT = 20_000;
export const MAX_STORY_BLOCKS = 500;
/** All texts of a story together. */
export const MAX_STORY_WORDS = 100_000;
export const MAX_LOCATION = 200;
export const MAX_ALT = 500;
export const MAX_NAME = 100;
export const MAX_FILE_NAME = 255;

/** Length of a password in characters. */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;
