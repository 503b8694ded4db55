/** Paths of originals in an export: by year, under their original names. */
import path from 'node:path';

/** Most bytes of a name: file systems take 255, with the number and `.xmp` behind it. */
const MAX_BYTES = 200;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Makes a name, without its extension, that every file system takes. */
function safeBase(name: string): string {
  let base = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '-')
    .trim();
  while (Buffer.byteLength(base) > MAX_BYTES) base = [...base].slice(0, -1).join('');
  // Names that begin with a dot are hidden, and Windows refuses a dot or a space at the end.
  while (/^\.|[. ]$/.test(base)) base = base.startsWith('.') ? base.slice(1) : base.slice(0, -1);
  return RESERVED.test(base) ? `_${base}` : base;
}

/**
 * Gives each file a unique path: `2026/IMG_1.jpg`, then `2026/IMG_1 (2).jpg`. Case is ignored, as many disks do.
 */
export function filePaths() {
  const taken = new Set<string>();
  return (name: string, extension: string, date: string | null): string => {
    const { ext, name: own } = path.posix.parse(name.replaceAll('\\', '/'));
    const isSame =
      ext.slice(1).toLowerCase().replace('jpeg', 'jpg').replace('tiff', 'tif') === extension;
    const ending = isSame ? ext : `.${extension}`;
    const base = `${date?.slice(0, 4) ?? 'undated'}/${safeBase(isSame ? own : own + ext) || 'original'}`;
    for (let n = 1; ; n++) {
      const file = (n === 1 ? base : `${base} (${n})`) + ending;
      const key = file.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return file;
    }
  };
}
