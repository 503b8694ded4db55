import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';

/** Of the file picker; HEIC by name, since some systems have no type for it. */
export const PICKER_ACCEPT = 'image/*,video/*,.heic,.heif,.hif';

/** The enforced limit. */
export const MAX_FILE_TEXT = `${MAX_FILE_BYTES / 1024 / 1024} MB`;

const KNOWN_ENDING =
  /\.(?:jpe?g|png|webp|gif|avif|heic|heif|hif|tiff?|mov|mp4|m4v|3gp|webm|mts|m2ts)$/i;

type Chosen = Pick<File, 'name' | 'size' | 'type'>;

/** Key of the text why a file is refused before it is sent. */
export type FileRefusal = 'fileTooLarge' | 'fileEmpty' | 'fileKindRefused';

/** Checks size and type; the server decides by the bytes. */
export function refusalOf(file: Chosen): FileRefusal | null {
  if (file.size === 0) return 'fileEmpty';
  if (file.size > MAX_FILE_BYTES) return 'fileTooLarge';
  const byType = /^(?:image|video)\//.test(file.type);
  // For systems that know no type; without an ending only the bytes can tell.
  const byName = file.type === '' && (KNOWN_ENDING.test(file.name) || !file.name.includes('.'));
  return byType || byName ? null : 'fileKindRefused';
}

/** Whether most browsers can't decode it, so that the preview comes from the server. */
export function needsServer({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /^image\/(?:hei[cf]|tiff)/.test(type) || /\.(?:hei[cf]|hif|tiff?)$/i.test(name);
}
