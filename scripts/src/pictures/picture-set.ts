import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ExifCamera } from './exif.ts';

/** Pictures and videos of the demo, described by `pictures.json`. */
export const demoFolder = path.join(import.meta.dirname, '../../../demo');

/** Facts of a picture or video of the demo. */
export interface PictureFacts {
  fileName: string;
  /** In Dutch, like all texts here. */
  title: string;
  alt: string;
  description: string | null;
  category: 'landscape' | 'fauna' | 'macro' | 'drone';
  /** Lower case. */
  tags: string[];
  /** Scientific names. */
  species?: string[];
  /** Local time without zone: `2024-05-04T05:12:00`. */
  takenAt: string;
  gps: { lat: number; lon: number } | null;
  /** A region, for some pictures without a position. */
  location: string | null;
  camera: ExifCamera;
  featured: boolean;
}

const all: PictureFacts[] = JSON.parse(
  readFileSync(path.join(demoFolder, 'pictures.json'), 'utf8'),
);
const photos = all.filter(({ fileName }) => fileName.endsWith('.jpg'));

/** The demo's videos, in the order in which the demo adds them. */
export const demoVideos = all.filter(({ fileName }) => fileName.endsWith('.mp4'));

/**
 * Describes `count` pictures: the demo's, then the same again with a number after the title. Titles and file names are
 * unique.
 */
export function describePictures(count: number = photos.length): PictureFacts[] {
  return Array.from({ length: count }, (_, index) => {
    const facts = photos[index % photos.length];
    if (!facts) throw new Error('The demo has no pictures.');
    const round = Math.floor(index / photos.length) + 1;
    if (round === 1) return { ...facts };
    const fileName = facts.fileName.replace('.jpg', `-${round}.jpg`);
    return { ...facts, fileName, title: `${facts.title} (${round})`, featured: false };
  });
}
