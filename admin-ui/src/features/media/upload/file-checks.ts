import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';

/** What the file picker offers; HEIC by name, since some systems know no type for it. */
export const PICKER_ACCEPT = 'image/*,video/*,.heic,.heif,.hif';

/** The true limit, for people (product decisions §8). */
export const MAX_FILE_TEXT = `${MAX_FILE_BYTES / 1024 / 1024} MB`;

const KNOWN_ENDING =
  /\.(?:jpe?g|png|webp|gif|avif|heic|heif|hif|tiff?|mov|mp4|m4v|3gp|webm|mts|m2ts)$/i;

type Chosen = Pick<File, 'name' | 'size' | 'type'>;

/** Why a file is refused before it is sent: the key of the text that says so. */
export type FileRefusal = 'fileTooLarge' | 'fileEmpty' | 'fileKindRefused';

/** What the panel can tell of a file; the server decides by the bytes. */
export function refusalOf(file: Chosen): FileRefusal | null {
  if (file.size === 0) return 'fileEmpty';
  if (file.size > MAX_FILE_BYTES) return 'fileTooLarge';
  const byType = /^(?:image|video)\//.test(file.type);
  // Where the system knows no type; without an ending only the bytes can tell.
  const byName = file.type === '' && (KNOWN_ENDING.test(file.name) || !file.name.includes('.'));
  return byType || byName ? null : 'fileKindRefused';
}

/** Whether it is of a kind that most browsers can't show, and often can't read: the server does both. */
export function needsServer({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /^image\/(?:hei[cf]|tiff)/.test(type) || /\.(?:hei[cf]|hif|tiff?)$/i.test(name);
}
