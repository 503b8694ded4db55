/** Colour spaces, profiles, Lab (D50) and HDR codes for tests. */

/** Colorants adapted to D50, and a gamma. */
export interface Space {
  colorants: readonly [Triple, Triple, Triple];
  gamma: number;
}
export type Triple = readonly [number, number, number];

export const DISPLAY_P3: Space = {
  colorants: [
    [0.5151, 0.2412, -0.0011],
    [0.292, 0.6922, 0.0419],
    [0.1571, 0.0666, 0.7841],
  ],
  gamma: 2.2,
};
export const PROPHOTO: Space = {
  colorants: [
    [0.7977, 0.288, 0],
    [0.1352, 0.7119, 0],
    [0.0313, 0.0001, 0.8249],
  ],
  gamma: 1.8,
};
export const SRGB_PRIMARIES: Space = {
  colorants: [
    [0.4361, 0.2225, 0.0139],
    [0.3851, 0.7169, 0.0971],
    [0.1431, 0.0606, 0.7141],
  ],
  gamma: 2.2,
};
export const ADOBE_RGB: Space = {
  colorants: [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
  gamma: 563 / 256,
};
const WHITE: Triple = [0.9642, 1, 0.8249];

const fixed = (values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => {
    bytes.writeInt32BE(Math.round(value * 65_536), i * 4);
  });
  return bytes;
};
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** An ICC profile (v2) for a display, valid for lcms. */
export function makeProfile({ colorants, gamma }: Space): Buffer {
  const xyz = (values: readonly number[]) => Buffer.concat([latin1('XYZ \0\0\0\0'), fixed(values)]);
  const curve = Buffer.concat([latin1('curv\0\0\0\0\0\0\0\x01'), Buffer.alloc(4)]);
  curve.writeUInt16BE(Math.round(gamma * 256), 12);
  const tags: [string, Buffer][] = [
    ['desc', Buffer.concat([latin1('desc\0\0\0\0\0\0\0\x04RGB\0'), Buffer.alloc(80)])],
    ['cprt', latin1('text\0\0\0\0none\0\0\0\0')],
    ['wtpt', xyz(WHITE)],
    ...['r', 'g', 'b'].map((name, i): [string, Buffer] => [`${name}XYZ`, xyz(colorants[i] ?? [])]),
    ...['r', 'g', 'b'].map((name): [string, Buffer] => [`${name}TRC`, curve]),
  ];
  const header = Buffer.alloc(132 + tags.length * 12);
  let offset = header.length;
  tags.forEach(([tag, body], i) => {
    header.write(tag, 132 + i * 12, 'latin1');
    header.writeUInt32BE(offset, 136 + i * 12);
    header.writeUInt32BE(body.length, 140 + i * 12);
    offset += body.length;
  });
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x02400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  fixed(WHITE).copy(header, 68);
  header.writeUInt32BE(tags.length, 128);
  return Buffer.concat([header, ...tags.map(([, body]) => body)]);
}

function labToXyz([l, a, b]: Triple): Triple {
  const y = (l + 16) / 116;
  const cube = (t: number) => (t > 6 / 29 ? t ** 3 : (3 * 36 * (t - 4 / 29)) / 841);
  return [cube(y + a / 500) * WHITE[0], cube(y) * WHITE[1], cube(y - b / 200) * WHITE[2]];
}

function determinant([a, b, c]: readonly Triple[]): number {
  if (!a || !b || !c) return 0;
  return (
    a[0] * (b[1] * c[2] - c[1] * b[2]) -
    b[0] * (a[1] * c[2] - c[1] * a[2]) +
    c[0] * (a[1] * b[2] - b[1] * a[2])
  );
}

/** 8-bit codes of a colour; null outside of the space. */
export function encodeLab(lab: Triple, { colorants, gamma }: Space): number[] | null {
  const xyz = labToXyz(lab);
  // Linear parts by Cramer's rule.
  const linear = colorants.map(
    (_, i) =>
      determinant(colorants.map((one, k) => (k === i ? xyz : one))) / determinant(colorants),
  );
  if (linear.some((part) => part < -0.002 || part > 1.002)) return null;
  return linear.map((part) => Math.round(Math.min(1, Math.max(0, part)) ** (1 / gamma) * 255));
}

/** From an sRGB code of 0 to 1 to light. */
const toLight = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

/** Lab of 8-bit codes with the sRGB curve in these primaries. */
export function decodeToLab(rgb: readonly number[], { colorants }: Space): Triple {
  const sum = (part: number) =>
    colorants.reduce((all, one, i) => all + (one[part] ?? 0) * toLight((rgb[i] ?? 0) / 255), 0);
  const root = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : (841 * t) / 108 + 4 / 29);
  const [fx, fy, fz] = [root(sum(0) / WHITE[0]), root(sum(1)), root(sum(2) / WHITE[2])];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** CIE 1976 ΔE: 1 is just visible, 2.3 to an untrained eye. */
export function difference(one: Triple, other: Triple): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

/** In sRGB: greys, and colours that change much without conversion. */
export const PATCHES: readonly Triple[] = [
  [118, 118, 118],
  [225, 225, 225],
  [200, 60, 40],
  [60, 140, 60],
  [50, 80, 170],
];
/** Paper white as a share of HLG's nominal peak, 1000 cd/m² (ITU-R BT.2408). */
const PAPER = 203 / 1000;
/** Luminance weights of BT.2020. */
export const WEIGHTS: Triple = [0.2627, 0.678, 0.0593];

/** Linear BT.709 to BT.2020 (ITU-R BT.2087), Display P3 and itself. */
const FROM_709 = {
  bt2020: [
    [0.6274, 0.3293, 0.0433],
    [0.0691, 0.9195, 0.0114],
    [0.0164, 0.088, 0.8956],
  ],
  p3: [
    [0.8225, 0.1775, 0],
    [0.0332, 0.9668, 0],
    [0.0171, 0.0724, 0.9105],
  ],
  bt709: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
} satisfies Record<string, readonly [Triple, Triple, Triple]>;

export interface Coding {
  primaries: keyof typeof FROM_709;
  transfer: 'pq' | 'hlg' | 'srgb';
}

export function dot([a, b, c]: Triple, [x, y, z]: Triple): number {
  return a * x + b * y + c * z;
}

/** ITU-R BT.2100: scene light to signal. */
function hlg(light: number): number {
  if (light <= 1 / 12) return Math.sqrt(3 * light);
  return 0.17883277 * Math.log(12 * light - 0.28466892) + 0.55991073;
}

/** ITU-R BT.2100: display light, as a share of 10 000 cd/m², to signal. */
function pq(light: number): number {
  const part = light ** (2610 / 16_384);
  return ((3424 / 4096 + (2413 / 128) * part) / (1 + (2392 / 128) * part)) ** (2523 / 32);
}

function srgb(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Signal, 0 to 1, of an sRGB colour; in HDR at the brightness of paper. */
export function codesOf([r, g, b]: Triple, { primaries, transfer }: Coding): Triple {
  const linear: Triple = [toLight(r / 255), toLight(g / 255), toLight(b / 255)];
  const [red, green, blue]: readonly [Triple, Triple, Triple] = FROM_709[primaries];
  const shown: Triple = [dot(red, linear), dot(green, linear), dot(blue, linear)];
  const scene = (PAPER * dot(WEIGHTS, shown)) ** ((1 - 1.2) / 1.2) * PAPER;
  const code = {
    srgb,
    pq: (light: number) => pq((light * PAPER) / 10),
    hlg: (light: number) => hlg(light * scene),
  }[transfer];
  return [code(shown[0]), code(shown[1]), code(shown[2])];
}

/** The sRGB colour with half the light: HDR up to paper white is shown so. */
export function halved([r, g, b]: Triple): Triple {
  const half = (part: number) => Math.round(srgb(toLight(part / 255) / 2) * 255);
  return [half(r), half(g), half(b)];
}
