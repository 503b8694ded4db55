/** Computes coordinates of written positions (contract/position-shapes finds them). */
/// <reference path="./open-location-code.d.ts" />

import type { Coordinates } from '@veldlicht/contract/location';
import type { Reading } from '@veldlicht/contract/position-grammar';
import { findShapes } from '@veldlicht/contract/position-shapes';
import { OpenLocationCode } from 'open-location-code';
import proj4 from 'proj4';

/** EPSG:28992 with the transformation EPSG:4833 (accurate to a metre): easting and northing in metres. */
export const rdGrid = proj4(
  'WGS84',
  '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 ' +
    '+ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.87740,4.0725 +units=m',
);

/** EPSG:31370. */
const lambert72 = proj4(
  'WGS84',
  '+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 ' +
    '+x_0=150000.013 +y_0=5400088.438 +ellps=intl ' +
    '+towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747 +units=m',
);

const openLocationCode = new OpenLocationCode();

function utm(zone: number) {
  const south = zone < 0 ? ' +south' : '';
  return proj4('WGS84', `+proj=utm +zone=${Math.abs(zone)}${south} +datum=WGS84 +units=m`);
}

/** [longitude, latitude], as in proj4. Throws for an invalid MGRS square. */
function toPoint(reading: Reading): number[] {
  switch (reading.kind) {
    case 'degrees':
      return [reading.lon, reading.lat];
    case 'rd':
      return rdGrid.inverse([reading.x, reading.y]);
    case 'lambert':
      return lambert72.inverse([reading.x, reading.y]);
    case 'utm':
      return utm(reading.zone).inverse([reading.x, reading.y]);
    case 'mgrs':
      return proj4.mgrs.toPoint(reading.code);
    case 'plus-code': {
      const { latitudeCenter, longitudeCenter } = openLocationCode.decode(reading.code);
      return [longitudeCenter, latitudeCenter];
    }
  }
}

function resolve(reading: Reading): Coordinates | null {
  try {
    const [lon = Number.NaN, lat = Number.NaN] = toPoint(reading);
    return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
  } catch {
    return null;
  }
}

/** The position in a location; null for none, several, or one that can't be computed. */
export function onePosition(text: string): Coordinates | null {
  const [shape, ...others] = findShapes(text);
  return shape?.reading && others.length === 0 ? resolve(shape.reading) : null;
}
