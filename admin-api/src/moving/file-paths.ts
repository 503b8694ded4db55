/** Where originals stand in an exported folder: by year, under the names that they came with. */
import path from 'node:path';

/** Most bytes of a name: file systems take 255, and a number or the ending of a sidecar comes behind it. */
const MAX_BYTES = 200;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A name that every file system takes, without its ending. */
function safeBase(name: string): string {
  let base = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '-')
    .trim();
  while (Buffer.byteLength(base) > MAX_BYTES) base = [...base].slice(0, -1).join('');
  // Names that begin with a dot are hidden, and Windows takes none that end with one.
  while (/^\.|[. ]$/.test(base)) base = base.startsWith('.') ? base.slice(1) : base.slice(0, -1);
  return RESERVED.test(base) ? `_${base}` : base;
}

/**
 * Gives each file a path of its own: `2026/IMG_1.jpg`, the next one of that name `2026/IMG_1 (2).jpg`. Names that differ
 * in case alone are one name on many disks.
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
