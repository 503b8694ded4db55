/** Walks the segments of a JPEG and names what is neither picture nor colour profile. */

const SOS = 0xda;
const EOI = 0xd9;

function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

function nameOf(marker: number, body: Buffer): string | null {
  const starts = (text: string) => body.toString('latin1', 0, text.length) === text;
  if (marker === 0xfe) return 'JPEG comment';
  if (marker < 0xe0 || marker > 0xef) return null;
  if (marker === 0xe0 && starts('JFIF\0')) return null;
  if (marker === 0xe2 && starts('ICC_PROFILE\0')) return null;
  if (marker === 0xee && starts('Adobe')) return null;
  if (marker === 0xe1 && starts('Exif\0')) return 'EXIF';
  if (marker === 0xe1 && starts('http://ns.adobe.com/')) return 'XMP';
  if (marker === 0xed) return 'IPTC';
  return `JPEG segment APP${marker - 0xe0}`;
}

/** Position of the first marker after entropy-coded data. */
function skipScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Findings in a whole JPEG; data after its end counts. */
export function scanJpeg(bytes: Buffer): string[] {
  const found: string[] = [];
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return [...found, 'a damaged JPEG'];
    const marker = bytes[at + 1] ?? 0;
    if (marker === EOI)
      return at + 2 < bytes.length ? [...found, 'data after the end of a JPEG'] : found;
    if (marker === 0xff || isBare(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (at + 4 > bytes.length) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const name = nameOf(marker, bytes.subarray(at + 4, end));
    if (name) found.push(name);
    at = marker === SOS ? skipScan(bytes, end) : end;
  }
  return [...found, 'a JPEG without end'];
}
