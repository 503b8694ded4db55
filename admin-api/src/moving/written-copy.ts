/** Writes XMP into a copy of a JPEG: Lightroom reads no sidecar of a JPEG. */

const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';
const [SOI, APP1, SOS] = [0xd8, 0xe1, 0xda];
/** The length of a segment is two bytes, which it includes. */
const MAX_SEGMENT = 65_533;

interface Segment {
  marker: number;
  start: number;
  end: number;
}

/** Finds the segments before the image data; null for a damaged file. */
function segmentsOf(jpeg: Buffer): Segment[] | null {
  if (jpeg[0] !== 0xff || jpeg[1] !== SOI) return null;
  const segments: Segment[] = [];
  for (let start = 2; ; ) {
    if (start + 4 > jpeg.length || jpeg[start] !== 0xff) return null;
    const marker = jpeg[start + 1] ?? 0;
    if (marker === SOS) return segments;
    const end = start + 2 + jpeg.readUInt16BE(start + 2);
    segments.push({ marker, start, end });
    start = end;
  }
}

/** Replaces the XMP of a JPEG without touching its image data; null where it is damaged or the XMP is too long. */
export function writeXmp(jpeg: Buffer, xmp: string): Buffer | null {
  const packet = Buffer.from(XMP_NAME + xmp);
  const segments = segmentsOf(jpeg);
  if (!segments || packet.length > MAX_SEGMENT - 2) return null;
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(packet.length + 2, 2);
  const isXmp = ({ marker, start }: Segment) =>
    marker === APP1 && jpeg.toString('latin1', start + 4, start + 4 + XMP_NAME.length) === XMP_NAME;
  const kept = segments.filter((segment) => !isXmp(segment));
  // After JFIF and EXIF, which readers expect first.
  const first = kept.filter(({ marker }) => marker === 0xe0 || marker === APP1);
  const rest = kept.filter((segment) => !first.includes(segment));
  const bytesOf = ({ start, end }: Segment) => jpeg.subarray(start, end);
  const picture = jpeg.subarray(segments.at(-1)?.end ?? 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...first.map(bytesOf),
    head,
    packet,
    ...rest.map(bytesOf),
    picture,
  ]);
}
