import type { Size } from '@veldlicht/contract/ladder';

const [SHORT, LONG, UNDEFINED] = [3, 4, 7];

/** Writes an uncompressed TIFF (TIFF 6.0, one strip) with a profile, which sharp can't attach to raw pixels. */
export function makeTiff(
  { width, height, data }: Size & { data: Uint8Array | Uint16Array },
  icc: Buffer,
): Buffer {
  const bitsAt = 8 + 2 + 12 * 11 + 4;
  const iccAt = bitsAt + 8;
  const pixelsAt = iccAt + icc.length + (icc.length % 2);
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 3, bitsAt],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, 1, pixelsAt],
    [277, SHORT, 1, 3],
    [278, LONG, 1, height],
    [279, LONG, 1, data.byteLength],
    [284, SHORT, 1, 1],
    [34_675, UNDEFINED, icc.length, iccAt],
  ];
  const head = Buffer.alloc(pixelsAt);
  head.write('II*\0\x08\0\0\0', 'latin1');
  head.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, type, count, value], i) => {
    const at = 10 + i * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  });
  for (let channel = 0; channel < 3; channel++)
    head.writeUInt16LE(8 * data.BYTES_PER_ELEMENT, bitsAt + channel * 2);
  icc.copy(head, iccAt);
  return Buffer.concat([head, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]);
}
