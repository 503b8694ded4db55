/** Small matrix profiles (ICC.1 v2): a colour space by its primaries and gamma. */

/** Colorants adapted to D50. */
export interface MatrixSpace {
  rXYZ: number[];
  gXYZ: number[];
  bXYZ: number[];
  gamma: number;
}

/** Adobe RGB (1998); its gamma is 563/256. */
export const ADOBE_RGB: MatrixSpace = {
  rXYZ: [0.60974, 0.31111, 0.01947],
  gXYZ: [0.20528, 0.62567, 0.06087],
  bXYZ: [0.14919, 0.06322, 0.74457],
  gamma: 2.19921875,
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
export function makeProfile(space: MatrixSpace): Buffer {
  const tags: [string, Buffer][] = [
    ['desc', text('desc', 'RGB')],
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
