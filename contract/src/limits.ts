/** Every number of spec §9 that crosses a process boundary, named once. */

/** Largest upload in bytes (250 MB), exact: one byte more is refused (spec §5, §9). */
export const MAX_FILE_BYTES = 262_144_000;
/** Most files in one bulk upload (spec §9). */
export const MAX_BULK_FILES = 100;
/** Most entries in one import of categories or tags. */
export const MAX_BULK_CATEGORIES = 1000;
/** Most items of one bulk deletion or bulk update: a whole library of the size we build for. */
export const MAX_BULK_IDS = 10_000;
/** How long a signed upload address lives, in seconds (spec §9). */
export const UPLOAD_TICKET_SECONDS = 604_800;
/** Waits before each retry of a storage PUT, in milliseconds (spec §9). */
export const UPLOAD_RETRY_DELAYS_MS = [0, 1000, 3000, 5000] as const;

/** Categories shown as cards on the home page (spec §2). */
export const HOME_CATEGORIES = 4;
/** Items in `recent` (product decisions §2). */
export const RECENT_ITEMS = 12;
/** The top bar turns solid after scrolling this many pixels (spec §9). */
export const TOP_BAR_SOLID_PX = 20;
/** Wait before scrolling to a hash, in milliseconds (spec §9). */
export const HASH_SCROLL_DELAY_MS = 150;

/** A dismissed toast is removed from memory after this many milliseconds (spec §9). */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
/** A toast that tells no error hides after this many milliseconds. */
export const TOAST_HIDE_MS = 5000;

export const AUTHENTICATOR_CODE_LENGTH = 6;
export const BACKUP_CODE_LENGTH = 8;
/** Backup codes of one set (threat T9). */
export const BACKUP_CODES = 10;

/** Where the admin app keeps the theme and the language in the browser (spec §4). */
export const THEME_STORAGE_KEY = 'admin-theme';
export const LANGUAGE_STORAGE_KEY = 'admin-language';
export const SIDEBAR_COOKIE_SECONDS = 7 * 24 * 60 * 60;
/** Below this width in pixels the sidebar is a drawer (spec §9). */
export const MOBILE_BREAKPOINT_PX = 768;

/** Longest texts, in characters. Longer input is refused, never cut. */
export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 5000;
export const MAX_LOCATION = 200;
export const MAX_ALT = 500;
export const MAX_NAME = 100;

/** Length of a password in characters (product decisions §3). */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 128;

/** How long a browser that was fully signed in counts as known, in seconds (threat T2). */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;
