/** EXIF to write; null and missing fields are left out. */
interface ExifFacts {
  takenAt: string | null;
  description?: string | null;
  orientation?: number;
  gps?: { lat: number; lon: number } | null;
  camera?: ExifCamera | null;
}

/** The camera's part of the EXIF. */
export interface ExifCamera {
  make: string;
  model: string;
  lens: string;
  /** Millimetres. */
  focalLength: number;
  /** F-number, as 2.8. */
  aperture: number;
  /** Seconds as people write them: `1/250`, `0.5`, `15`. */
  shutter: string;
  iso: number;
}

type Fraction = readonly [number, number];

interface Entry {
  tag: number;
  /** TIFF type: 1 byte, 2 text, 3 short, 4 long, 5 rational, 7 undefined. */
  type: number;
  count: number;
  bytes: Buffer;
}

const text = (tag: number, value: string): Entry => {
  const bytes = Buffer.from(`${value}\0`, 'utf8');
  return { tag, type: 2, count: bytes.length, bytes };
};

const short = (tag: number, value: number): Entry => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return { tag, type: 3, count: 1, bytes };
};

const long = (tag: number, value: number): Entry => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return { tag, type: 4, count: 1, bytes };
};

const fractions = (tag: number, values: readonly Fraction[]): Entry => {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach(([over, under], i) => {
    bytes.writeUInt32LE(over, i * 8);
    bytes.writeUInt32LE(under, i * 8 + 4);
  });
  return { tag, type: 5, count: values.length, bytes };
};

const raw = (tag: number, type: 1 | 7, values: readonly number[]): Entry => {
  return { tag, type, count: values.length, bytes: Buffer.from(values) };
};

/** Degrees, minutes and ten-thousandths of seconds of a position without its sign. */
function degrees(value: number): Fraction[] {
  const whole = Math.round(Math.abs(value) * 36_000_000);
  return [
    [Math.floor(whole / 36_000_000), 1],
    [Math.floor(whole / 600_000) % 60, 1],
    [whole % 600_000, 10_000],
  ];
}

/** Reads `1/250` or `0.5` as a fraction. */
function exposure(shutter: string): Fraction {
  const [over, under] = shutter.split('/').map(Number);
  if (under !== undefined) return [over ?? 1, under];
  return [Math.round((over ?? 1) * 10), 10];
}

/** Size in bytes of a directory with its values. */
function directorySize(entries: readonly Entry[]): number {
  const outside = entries.filter((entry) => entry.bytes.length > 4);
  return (
    outside.reduce((sum, { bytes }) => sum + bytes.length + (bytes.length % 2), 0) +
    6 +
    entries.length * 12
  );
}

/** Serialises a directory for `offset` in the TIFF block. */
function directory(entries: readonly Entry[], offset: number): Buffer {
  const block = Buffer.alloc(directorySize(entries));
  block.writeUInt16LE(entries.length, 0);
  let free = 6 + entries.length * 12;
  const sorted = [...entries].sort((a, b) => a.tag - b.tag);
  sorted.forEach(({ tag, type, count, bytes }, i) => {
    const at = 2 + i * 12;
    block.writeUInt16LE(tag, at);
    block.writeUInt16LE(type, at + 2);
    block.writeUInt32LE(count, at + 4);
    if (bytes.length <= 4) bytes.copy(block, at + 8);
    else {
      block.writeUInt32LE(offset + free, at + 8);
      bytes.copy(block, free);
      free += bytes.length + (bytes.length % 2);
    }
  });
  return block;
}

function mainEntries(facts: ExifFacts): Entry[] {
  const { camera, description } = facts;
  return [
    ...(description ? [text(0x010e, description)] : []),
    ...(camera ? [text(0x010f, camera.make), text(0x0110, camera.model)] : []),
    short(0x0112, facts.orientation ?? 1),
  ];
}

function photoEntries(facts: ExifFacts): Entry[] {
  const { camera, takenAt } = facts;
  const date = takenAt?.replaceAll('-', ':').replace('T', ' ');
  return [
    raw(0x9000, 7, [0x30, 0x32, 0x33, 0x31]),
    raw(0x9101, 7, [1, 2, 3, 0]),
    raw(0xa000, 7, [0x30, 0x31, 0x30, 0x30]),
    short(0xa001, 1),
    ...(date ? [text(0x9003, date), text(0x9004, date)] : []),
    ...(camera
      ? [
          fractions(0x829a, [exposure(camera.shutter)]),
          fractions(0x829d, [[Math.round(camera.aperture * 10), 10]]),
          short(0x8827, camera.iso),
          fractions(0x920a, [[Math.round(camera.focalLength * 10), 10]]),
          text(0xa434, camera.lens),
        ]
      : []),
  ];
}

function gpsEntries(gps: { lat: number; lon: number }): Entry[] {
  return [
    raw(0x0000, 1, [2, 3, 0, 0]),
    text(0x0001, gps.lat < 0 ? 'S' : 'N'),
    fractions(0x0002, degrees(gps.lat)),
    text(0x0003, gps.lon < 0 ? 'W' : 'E'),
    fractions(0x0004, degrees(gps.lon)),
  ];
}

/**
 * APP1 segment of a JPEG with EXIF. Written by hand because sharp's writer removes accents and the orientation.
 */
function exifSegment(facts: ExifFacts): Buffer {
  const photo = photoEntries(facts);
  const gps = facts.gps ? gpsEntries(facts.gps) : [];
  const main = [...mainEntries(facts), long(0x8769, 0)];
  if (gps.length > 0) main.push(long(0x8825, 0));
  const photoAt = 8 + directorySize(main);
  const gpsAt = photoAt + directorySize(photo);
  for (const entry of main) {
    if (entry.tag === 0x8769) entry.bytes.writeUInt32LE(photoAt);
    if (entry.tag === 0x8825) entry.bytes.writeUInt32LE(gpsAt);
  }
  const head = Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1');
  const parts = [head, directory(main, 8), directory(photo, photoAt)];
  if (gps.length > 0) parts.push(directory(gps, gpsAt));
  const body = Buffer.concat(parts);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([marker, body]);
}

/** Inserts an EXIF segment into a JPEG. */
export function addExif(jpeg: Buffer, facts: ExifFacts): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), exifSegment(facts), jpeg.subarray(2)]);
}
