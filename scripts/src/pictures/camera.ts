import type { Shot } from './catalogue/motif.ts';
import type { ExifCamera } from './exif.ts';
import type { Random } from './random.ts';

interface Kit {
  make: string;
  model: string;
  lens: string;
  focal: readonly [number, ...number[]];
  apertures: readonly [number, ...number[]];
  shutters: readonly [string, ...string[]];
  isos: readonly [number, ...number[]];
}

const NIKON = 'NIKON CORPORATION';

const KITS: Record<Shot, Kit> = {
  wide: {
    make: NIKON,
    model: 'NIKON Z 8',
    lens: 'NIKKOR Z 24-70mm f/2.8 S',
    focal: [24, 28, 35, 50],
    apertures: [8, 11],
    shutters: ['1/30', '1/60', '1/125', '1/8'],
    isos: [64, 100, 200],
  },
  tele: {
    make: NIKON,
    model: 'NIKON Z 9',
    lens: 'NIKKOR Z 180-600mm f/5.6-6.3 VR',
    focal: [180, 310, 400, 600],
    apertures: [5.6, 6.3, 8],
    shutters: ['1/500', '1/800', '1/1250', '1/2000'],
    isos: [400, 800, 1250, 1600],
  },
  close: {
    make: NIKON,
    model: 'NIKON Z 8',
    lens: 'NIKKOR Z MC 105mm f/2.8 VR S',
    focal: [105],
    apertures: [3.2, 4, 5.6],
    shutters: ['1/160', '1/250', '1/320', '1/500'],
    isos: [100, 200, 400],
  },
  drone: {
    make: 'Hasselblad',
    model: 'L2D-20c',
    lens: '24.0 mm f/2.8',
    focal: [12.3],
    apertures: [2.8, 4, 5.6],
    shutters: ['1/240', '1/400', '1/640', '1/1000'],
    isos: [100, 200],
  },
  night: {
    make: NIKON,
    model: 'NIKON Z 6_2',
    lens: 'NIKKOR Z 20mm f/1.8 S',
    focal: [20],
    apertures: [1.8, 2.2],
    shutters: ['10', '13', '15'],
    isos: [3200, 6400],
  },
  long: {
    make: NIKON,
    model: 'NIKON Z 8',
    lens: 'NIKKOR Z 14-30mm f/4 S',
    focal: [14, 16, 20],
    apertures: [11, 16],
    shutters: ['0.5', '2', '30'],
    isos: [64],
  },
};

/** Camera, lens and exposure as such a picture is taken. */
export function cameraFor(shot: Shot, random: Random): ExifCamera {
  const kit = KITS[shot];
  return {
    make: kit.make,
    model: kit.model,
    lens: kit.lens,
    focalLength: random.pick(kit.focal),
    aperture: random.pick(kit.apertures),
    shutter: random.pick(kit.shutters),
    iso: random.pick(kit.isos),
  };
}
