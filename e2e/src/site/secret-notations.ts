/** Notations of where and when a guarded item was photographed, as people and programs write them. */
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';

export interface Secret {
  lat: number;
  lon: number;
  /** In whole metres of the Dutch grid and of UTM, from a converter. */
  rd: readonly [number, number];
  /** `2026-03-09` */
  day: string;
}

const MONTHS =
  'januari februari maart april mei juni juli augustus september oktober november december'.split(
    ' ',
  );
const ENGLISH =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Rounded and truncated, from the third decimal: public positions have two. */
function decimals(value: number): string[] {
  const all = [3, 4, 5, 6].flatMap((digits) => [
    value.toFixed(digits),
    (Math.floor(value * 10 ** digits) / 10 ** digits).toFixed(digits),
  ]);
  return all.flatMap((text) => [text, text.replace('.', ',')]);
}

/** 52°07'52", 52° 7,874', and 52 7.874 as in XMP. */
function sexagesimal(value: number): string[] {
  const [degrees, minutes] = [Math.floor(value), (value % 1) * 60];
  const seconds = Math.floor((minutes % 1) * 60);
  const [m, s] = [Math.floor(minutes), seconds].map((n) => String(n).padStart(2, '0'));
  const exact = minutes.toFixed(4).slice(0, -2);
  return [
    `${degrees}°${m}'${s}`,
    `${degrees}° ${m}' ${s}`,
    `${degrees}°${m}′${s}`,
    `${degrees},${exact}`,
    `${degrees} ${exact}`,
    `${degrees}°${exact}`,
  ];
}

const BASE32 = '0123456789bcdefghjkmnpqrstuvwxyz';

/** The first six letters of a geohash: a kilometre wide. */
function geohash({ lat, lon }: Secret): string {
  const bounds = { lat: [-90, 90] as [number, number], lon: [-180, 180] as [number, number] };
  let [hash, bits, value] = ['', 0, 0];
  for (let step = 0; hash.length < 6; step++) {
    const axis = step % 2 === 0 ? 'lon' : 'lat';
    const [low, high] = bounds[axis];
    const middle = (low + high) / 2;
    const isAbove = { lat, lon }[axis] >= middle;
    bounds[axis] = isAbove ? [middle, high] : [low, middle];
    value = value * 2 + Number(isAbove);
    if (++bits < 5) continue;
    hash += BASE32[value];
    [bits, value] = [0, 0];
  }
  return hash;
}

const CODE = '23456789CFGHJMPQRVWX';

/** A plus code: a cell of fourteen metres. */
function plusCode({ lat, lon }: Secret): string {
  let [north, east] = [lat + 90, lon + 180];
  let code = '';
  for (let size = 20; code.length < 10; size /= 20) {
    const [row, column] = [Math.floor(north / size), Math.floor(east / size)];
    code += `${CODE[row]}${CODE[column]}`;
    [north, east] = [north - row * size, east - column * size];
  }
  return `${code.slice(0, 8)}+${code.slice(8)}`;
}

function grid([east, north]: readonly [number, number]): string[] {
  const km = [east, north].map((metres) => (metres / 1000).toFixed(1));
  return [
    ...[east, north].map(String),
    km.join(' '),
    km.join('/'),
    km.join(' ').replaceAll('.', ','),
    `${Math.floor(east / 1000)} ${Math.floor(north / 1000)}`,
  ];
}

export function daysOf(day: string): string[] {
  const [year = '', month = '', date = ''] = day.split('-');
  const [m, d] = [Number(month), Number(date)];
  const [dutch, english] = [MONTHS[m - 1] ?? '', ENGLISH[m - 1] ?? ''];
  const moment = Date.parse(day);
  return [
    day,
    `${year}${month}${date}`,
    `${year}:${month}:${date}`,
    `${year}/${month}/${date}`,
    ...['-', '/', '.'].flatMap((sign) => [
      `${d}${sign}${m}${sign}${year}`,
      `${date}${sign}${month}${sign}${year}`,
    ]),
    ...[dutch, english, dutch.slice(0, 3), english.slice(0, 3)].flatMap((name) => [
      `${d} ${name}`,
      `${date} ${name}`,
      `${name} ${d},`,
      `${d}-${name}`,
    ]),
    String(moment),
    String(moment / 1000),
  ];
}

/** All notations of a secret, in lower case. */
export function notationsOf(secret: Secret): string[] {
  const { lat, lon, rd, day } = secret;
  const all = [
    ...[lat, lon].flatMap((value) => [...decimals(value), ...sexagesimal(value)]),
    ...grid(rd),
    geohash(secret),
    plusCode(secret),
    plusCode(secret).slice(4),
    ...daysOf(day),
  ];
  return [...new Set(all.map((text) => text.toLowerCase()))];
}

/** A file's content, decompressed as far as it is written. */
export function uncompressed(name: string, bytes: Buffer): Buffer {
  if (name.endsWith('.br') && bytes.length > 0)
    return brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH });
  if (name.endsWith('.gz') && bytes.length > 0)
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  return bytes;
}
