/** Notations of positions for tests, and noise of copied text. */
import { OpenLocationCode } from 'open-location-code';
import proj4 from 'proj4';
import { rdGrid } from '../positions/position.ts';

type Notation = (lat: number, lon: number) => string;

const six = (value: number) => value.toFixed(6);
const comma = (value: number) => value.toFixed(6).replace('.', ',');
const size = (value: number) => six(Math.abs(value));
const commaSize = (value: number) => size(value).replace('.', ',');
const ns = (lat: number) => (lat < 0 ? 'S' : 'N');
const ew = (lon: number) => (lon < 0 ? 'W' : 'E');
const nz = (lat: number) => (lat < 0 ? 'Z' : 'N');
const ow = (lon: number) => (lon < 0 ? 'W' : 'O');

/** Degrees, and minutes with three decimals that never round up to 60. */
function minutes(value: number): [string, string] {
  const all = Math.min(Math.round(Math.abs(value) * 60_000), 180 * 60_000 - 1);
  return [String(Math.floor(all / 60_000)), ((all % 60_000) / 1000).toFixed(3).padStart(6, '0')];
}

function seconds(value: number): [string, string, string] {
  const all = Math.round(Math.abs(value) * 36_000);
  const [rest, tenths] = [Math.floor(all / 600), all % 600];
  return [
    String(Math.floor(rest / 60)),
    String(rest % 60).padStart(2, '0'),
    (tenths / 10).toFixed(1).padStart(4, '0'),
  ];
}

/** 52°07'52.3"N 5°51'37.4"E with other marks. */
function dms(degree: string, minute: string, second: string, between = ' '): Notation {
  const half = (value: number, letter: string) => {
    const [d, m, s] = seconds(value);
    return `${d}${degree}${m}${minute}${s}${second}${letter}`;
  };
  return (lat, lon) => `${half(lat, ns(lat))}${between}${half(lon, ew(lon))}`;
}

const pin: Notation = (lat, lon) => `!3d${six(lat)}!4d${six(lon)}`;
const google = 'https://www.google.com/maps';

/** By name, shown by a failing test. */
export const worldNotations: Record<string, Notation> = {
  decimal: (lat, lon) => `${six(lat)}, ${six(lon)}`,
  'decimal by a space': (lat, lon) => `${six(lat)} ${six(lon)}`,
  'decimal without a space': (lat, lon) => `${six(lat)},${six(lon)}`,
  'decimal comma': (lat, lon) => `${comma(lat)} ${comma(lon)}`,
  'decimal comma by commas': (lat, lon) => `${comma(lat)},${comma(lon)}`,
  'decimal comma by a semicolon': (lat, lon) => `${comma(lat)}; ${comma(lon)}`,
  'decimal by a slash': (lat, lon) => `${six(lat)}/${six(lon)}`,
  'decimal on two lines': (lat, lon) => `${six(lat)}\n${six(lon)}`,
  'decimal with degree signs': (lat, lon) => `${six(lat)}°, ${six(lon)}°`,
  'letters before': (lat, lon) => `${ns(lat)} ${size(lat)} ${ew(lon)} ${size(lon)}`,
  'letters before, close': (lat, lon) => `${ns(lat)}${size(lat)}, ${ew(lon)}${size(lon)}`,
  'letters behind': (lat, lon) => `${size(lat)}° ${ns(lat)}, ${size(lon)}° ${ew(lon)}`,
  'letters behind, close': (lat, lon) => `${size(lat)}${ns(lat)} ${size(lon)}${ew(lon)}`,
  'Dutch letters': (lat, lon) => `${commaSize(lat)}° ${nz(lat)}, ${commaSize(lon)}° ${ow(lon)}`,
  'east first': (lat, lon) => `${size(lon)}° ${ew(lon)}, ${size(lat)}° ${ns(lat)}`,
  'Dutch words': (lat, lon) =>
    `${commaSize(lat)}° ${lat < 0 ? 'zuid' : 'noord'} ${commaSize(lon)}° ${lon < 0 ? 'west' : 'oost'}`,
  'Dutch words before': (lat, lon) =>
    `${lat < 0 ? 'Zuid' : 'Noord'} ${commaSize(lat)}, ${lon < 0 ? 'West' : 'Oost'} ${commaSize(lon)}`,
  'words with graden': (lat, lon) =>
    `${size(lat)} graden ${lat < 0 ? 'zuiderbreedte' : 'noorderbreedte'} en ${size(lon)} graden ${lon < 0 ? 'westerlengte' : 'oosterlengte'}`,
  'NB and OL': (lat, lon) =>
    `${size(lat)}° ${lat < 0 ? 'ZB' : 'NB'}, ${size(lon)}° ${lon < 0 ? 'WL' : 'OL'}`,
  'English words': (lat, lon) =>
    `${size(lat)} degrees ${lat < 0 ? 'South' : 'North'}, ${size(lon)} degrees ${lon < 0 ? 'West' : 'East'}`,
  'lat: lon:': (lat, lon) => `lat: ${six(lat)}, lon: ${six(lon)}`,
  'lon= lat=': (lat, lon) => `lon=${six(lon)} lat=${six(lat)}`,
  'lat lng on two lines': (lat, lon) => `Lat: ${six(lat)}\nLng: ${six(lon)}`,
  'latitude longitude': (lat, lon) => `latitude = ${six(lat)} longitude = ${six(lon)}`,
  'latitude longitude with letters': (lat, lon) =>
    `Latitude: ${size(lat)}° ${ns(lat)}, Longitude: ${size(lon)}° ${ew(lon)}`,
  breedtegraad: (lat, lon) => `breedtegraad ${comma(lat)}, lengtegraad ${comma(lon)}`,
  JSON: (lat, lon) => `{"lat":${six(lat)},"lng":${six(lon)}}`,
  'ISO 6709': (lat, lon) =>
    `${lat < 0 ? '-' : '+'}${size(lat)}${lon < 0 ? '-' : '+'}${size(lon).padStart(10, '0')}/`,
  'minutes, letters before': (lat, lon) => {
    const [[a, b], [c, d]] = [minutes(lat), minutes(lon)];
    return `${ns(lat)} ${a}° ${b}' ${ew(lon)} ${c.padStart(3, '0')}° ${d}'`;
  },
  'minutes as geocachers write': (lat, lon) => {
    const [[a, b], [c, d]] = [minutes(lat), minutes(lon)];
    return `${ns(lat)}${a} ${b} ${ew(lon)}${c.padStart(3, '0')} ${d}`;
  },
  'minutes, letters behind': (lat, lon) => {
    const [[a, b], [c, d]] = [minutes(lat), minutes(lon)];
    return `${a}° ${b.replace('.', ',')}′ ${nz(lat)}, ${c}° ${d.replace('.', ',')}′ ${ow(lon)}`;
  },
  'minutes as XMP has them': (lat, lon) => {
    const [[a, b], [c, d]] = [minutes(lat), minutes(lon)];
    return `${a},${b}${ns(lat)} ${c},${d}${ew(lon)}`;
  },
  seconds: dms('°', "'", '"'),
  'seconds with primes': dms('° ', '′ ', '″ ', ', '),
  'seconds with curly quotes': dms('°', '’', '”'),
  'seconds with two single quotes': dms('º', "'", "''"),
  'seconds with acutes': dms('˚', '´', '˝'),
  'seconds by spaces': dms(' ', ' ', ' '),
  'seconds by colons': dms(':', ':', ' ', ', '),
  'seconds by hyphens': dms('-', '-', ''),
  'seconds as exiftool has them': dms(' deg ', "' ", '" ', ', '),
  'seconds in Dutch': dms(' graden ', ' minuten ', ' seconden '),
  geo: (lat, lon) => `geo:${six(lat)},${six(lon)};u=35`,
  'geo of Android': (lat, lon) => `geo:0,0?q=${six(lat)},${six(lon)}(Nest)`,
  'Google, view': (lat, lon) => `${google}/@${six(lat)},${six(lon)},17z`,
  'Google, pin': (lat, lon) =>
    `${google}/place/Nest/@${six(lat)},${six(lon)},17z/data=${pin(lat, lon)}`,
  'Google, query': (lat, lon) => `https://maps.google.com/?q=${six(lat)},${six(lon)}`,
  'Google, encoded': (lat, lon) => `${google}/search/?api=1&query=${six(lat)}%2C${six(lon)}`,
  OpenStreetMap: (lat, lon) => `https://www.openstreetmap.org/#map=17/${six(lat)}/${six(lon)}`,
  'OpenStreetMap, marker': (lat, lon) =>
    `https://www.openstreetmap.org/?mlat=${six(lat)}&mlon=${six(lon)}#map=17/${six(lat)}/${six(lon)}`,
  Apple: (lat, lon) => `https://maps.apple.com/?ll=${six(lat)},${six(lon)}&q=Nest`,
  Bing: (lat, lon) => `https://www.bing.com/maps?cp=${six(lat)}~${six(lon)}&lvl=16`,
  Waze: (lat, lon) => `https://waze.com/ul?ll=${six(lat)}%2C${six(lon)}&navigate=yes`,
  UTM: (lat, lon) => {
    const [, zone = '', band = ''] = /^(\d+)(.)/.exec(proj4.mgrs.forward([lon, lat])) ?? [];
    const side = lat < 0 ? ' +south' : '';
    const [x, y] = proj4(`+proj=utm +zone=${zone}${side} +datum=WGS84`).forward([lon, lat]);
    return `${zone}${band} ${x?.toFixed(0)} ${y?.toFixed(0).padStart(7, '0')}`;
  },
  MGRS: (lat, lon) => proj4.mgrs.forward([lon, lat]),
  'MGRS by spaces': (lat, lon) =>
    proj4.mgrs.forward([lon, lat]).replace(/^(\d+.)(..)(\d{5})(\d{5})$/, '$1 $2 $3 $4'),
  'plus code': (lat, lon) => new OpenLocationCode().encode(lat, lon),
};

const rd: (text: (x: number, y: number) => string) => Notation = (text) => (lat, lon) => {
  const [x, y] = rdGrid.forward([lon, lat]);
  return text(Math.round(x ?? 0), Math.round(y ?? 0));
};
const dotted = (metres: number) => String(metres).replace(/(\d{3})$/, '.$1');

/** Of the Dutch grid. A number below 100,000 needs a label. */
export const dutchNotations: Record<string, Notation> = {
  RD: rd((x, y) => `RD ${x} ${y}`),
  'RD by commas': rd((x, y) => `RD: ${x}, ${y}`),
  'RD with thousands': rd((x, y) => `RD ${dotted(x)} / ${dotted(y)}`),
  'RD as x and y': rd((x, y) => `X: ${x} Y: ${y}`),
  'RD as x y': rd((x, y) => `x y ${x} ${y}`),
  Rijksdriehoek: rd((x, y) => `Rijksdriehoekscoördinaten ${x}.25 ${y}.75`),
  'Amersfoort, spaces': rd(
    (x, y) => `Amersfoort ${dotted(x).replace('.', ' ')} ${dotted(y).replace('.', ' ')}`,
  ),
};

/** Changes of a copied text that a reader does not see. */
export const noises: Record<string, (text: string, at: number) => string> = {
  none: (text) => text,
  'zero-width spaces': (text) => [...text].join('\u200b'),
  'direction marks': (text) => text.replace(/\d+/g, '\u200e$&\u200e'),
  'word joiner': (text, at) =>
    `${text.slice(0, at % text.length)}\u2060${text.slice(at % text.length)}`,
  'soft hyphens': (text) => text.replace(/(\d)(\d)/g, '$1\u00ad$2'),
  'full width': (text) => text.replace(/\d/g, (d) => String.fromCharCode(0xff10 + Number(d))),
  'Arabic-Indic digits': (text) =>
    text.replace(/\d/g, (d) => String.fromCharCode(0x660 + Number(d))),
  'no-break spaces': (text) => text.replace(/ /g, '\u00a0'),
  'many spaces': (text) => text.replace(/ /g, ' \t  '),
  'small letters': (text) => text.toLowerCase(),
  capitals: (text) => text.replace(/^[^:]*$/, (plain) => plain.toUpperCase()),
};
