/** Raw pixels as a TIFF in memory (TIFF 6.0, one strip): the form in which pixels can carry a profile. */

interface RawPicture {
  width: number;
  height: number;
  /** Codes of 8 or 16 bits, red, green and blue in turn. */
  data: Uint8Array | Uint16Array;
}

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const CHANNELS = 3;

/** An uncompressed TIFF of RGB pixels that says which colour space they are in. */
export function plainTiff({ width, height, data }: RawPicture, icc: Buffer): Buffer {
  const tags: [tag: number, type: number, count: number, value: number][] = [];
  const headLength = 8 + 2 + 12 * 11 + 4;
  const iccAt = headLength + 8;
  const pixelsAt = iccAt + icc.length + (icc.length % 2);
  tags.push([256, LONG, 1, width], [257, LONG, 1, height]);
  // Bits of each channel: they stand behind the list.
  tags.push([258, SHORT, CHANNELS, headLength], [259, SHORT, 1, 1], [262, SHORT, 1, 2]);
  tags.push([273, LONG, 1, pixelsAt], [277, SHORT, 1, CHANNELS], [278, LONG, 1, height]);
  tags.push([279, LONG, 1, data.byteLength], [284, SHORT, 1, 1]);
  tags.push([34_675, UNDEFINED, icc.length, iccAt]);

  const head = Buffer.alloc(pixelsAt);
  head.write('II*\0\x08\0\0\0', 'latin1');
  head.writeUInt16LE(tags.length, 8);
  tags.forEach(([tag, type, count, value], i) => {
    const at = 10 + i * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  });
  for (let channel = 0; channel < CHANNELS; channel++)
    head.writeUInt16LE(8 * data.BYTES_PER_ELEMENT, headLength + channel * 2);
  icc.copy(head, iccAt);
  return Buffer.concat([head, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]);
}
