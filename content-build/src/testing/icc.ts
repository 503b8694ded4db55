/** Small matrix profiles (ICC.1 v2) for tests: a colour space by its primaries and gamma. */

export const ADOBE_RGB = {
  rXYZ: [0.6097, 0.3111, 0.0195],
  gXYZ: [0.2053, 0.6257, 0.0609],
  bXYZ: [0.1492, 0.0632, 0.7446],
  gamma: 2.2,
};
export const DISPLAY_P3 = {
  rXYZ: [0.5151, 0.2412, -0.0011],
  gXYZ: [0.292, 0.6922, 0.0419],
  bXYZ: [0.1571, 0.0666, 0.7841],
  gamma: 2.2,
};
export const PROPHOTO = {
  rXYZ: [0.7977, 0.288, 0],
  gXYZ: [0.1352, 0.7119, 0],
  bXYZ: [0.0313, 0.0001, 0.8249],
  gamma: 1.8,
};
export const SRGB_PRIMARIES = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
  gamma: 2.2,
};

function xyz(values: number[]): Buffer {
  const data = Buffer.alloc(20);
  data.write('XYZ ', 0, 'latin1');
  values.forEach((value, i) => {
    data.writeInt32BE(Math.round(value * 65_536), 8 + i * 4);
  });
  return data;
}

function curve(gamma: number): Buffer {
  const data = Buffer.alloc(16);
  data.write('curv', 0, 'latin1');
  data.writeUInt32BE(1, 8);
  data.writeUInt16BE(Math.round(gamma * 256), 12);
  return data;
}

function text(kind: 'desc' | 'text', words: string): Buffer {
  if (kind === 'text') return Buffer.from(`text\0\0\0\0${words}\0`.padEnd(24, '\0'), 'latin1');
  const data = Buffer.alloc(12 + words.length + 1 + 78);
  data.write('desc', 0, 'latin1');
  data.writeUInt32BE(words.length + 1, 8);
  data.write(words, 12, 'latin1');
  return data;
}

/** A display profile, valid for lcms. */
export function makeProfile(space: typeof ADOBE_RGB, name = 'Test profile'): Buffer {
  const tags: [string, Buffer][] = [
    ['desc', text('desc', name)],
    ['cprt', text('text', 'none')],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['rXYZ', xyz(space.rXYZ)],
    ['gXYZ', xyz(space.gXYZ)],
    ['bXYZ', xyz(space.bXYZ)],
    ['rTRC', curve(space.gamma)],
    ['gTRC', curve(space.gamma)],
    ['bTRC', curve(space.gamma)],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  let offset = 128 + table.length;
  const bodies = tags.map(([tag, body], i) => {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    table.write(tag, 4 + i * 12, 'latin1');
    table.writeUInt32BE(offset, 8 + i * 12);
    table.writeUInt32BE(body.length, 12 + i * 12);
    offset += padded.length;
    return padded;
  });
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x02400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  header.writeInt32BE(Math.round(0.9642 * 65_536), 68);
  header.writeInt32BE(65_536, 72);
  header.writeInt32BE(Math.round(0.8249 * 65_536), 76);
  return Buffer.concat([header, table, ...bodies]);
}

/** The JPEG with a profile put right after its start (one APP2 segment). */
export function spliceProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
  head.writeUInt16BE(icc.length + head.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, icc, jpeg.subarray(2)]);
}
