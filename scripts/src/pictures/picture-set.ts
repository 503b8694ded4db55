import { cameraFor } from './camera.ts';
import type { Motif } from './catalogue/motif.ts';
import { categoryOf, MOTIFS } from './catalogue/motif-list.ts';
import { MONTHS, PLACES, type Place } from './catalogue/places.ts';
import type { ExifCamera } from './exif.ts';
import { createRandom, hashText, type Random } from './random.ts';

/** All that is known of a generated picture; the picture itself is made of this. */
export interface PictureFacts {
  fileName: string;
  /** Dutch. */
  title: string;
  /** Dutch. */
  description: string | null;
  category: 'landscape' | 'fauna' | 'macro' | 'drone';
  /** Dutch, lower case. */
  tags: string[];
  /** Local time without zone: `2024-05-04T05:12:00`. */
  takenAt: string;
  gps: { lat: number; lon: number } | null;
  /** A Dutch region, for some pictures without a position. */
  location: string | null;
  camera: ExifCamera;
  featured: boolean;
}

const round = (value: number): number => Math.round(value * 1e5) / 1e5;

/** A position near a place, as nobody stands twice on the same spot. */
function spotAt(place: Place, random: Random): { lat: number; lon: number } {
  return {
    lat: round(place.lat + random.between(-0.006, 0.006)),
    lon: round(place.lon + random.between(-0.009, 0.009)),
  };
}

function curated(motif: Motif, number: number, seed: number): PictureFacts {
  const random = createRandom(hashText(motif.slug) ^ seed);
  const place = random.pick(PLACES[motif.ground]);
  return {
    fileName: fileNameOf(motif, number),
    title: motif.title,
    description: motif.description,
    category: categoryOf(motif),
    tags: [...motif.tags],
    takenAt: motif.takenAt,
    gps: motif.known === 'gps' ? spotAt(place, random) : null,
    location: motif.known === 'region' ? place.region : null,
    camera: cameraFor(motif.shot, random),
    featured: motif.featured ?? false,
  };
}

function fileNameOf(motif: Motif, number: number): string {
  return `${motif.slug}-${String(number).padStart(4, '0')}.jpg`;
}

/** Another time in the same season and at about the same hour of the day. */
function otherTime(takenAt: string, random: Random): string {
  const year = random.whole(2017, 2025);
  const month = Number(takenAt.slice(5, 7));
  const day = random.whole(1, 28);
  const minute = random.whole(0, 59);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}T${takenAt.slice(11, 13)}:${two(minute)}:${two(random.whole(0, 59))}`;
}

/** A title that no other picture has: the subject, the place, then the month and the year. */
function titleOf(motif: Motif, place: Place, takenAt: string, used: Set<string>): string {
  const month = MONTHS[Number(takenAt.slice(5, 7)) - 1] ?? '';
  const year = takenAt.slice(0, 4);
  for (const ending of ['', ` in ${month}`, `, ${month} ${year}`]) {
    for (const subject of motif.subjects) {
      const title = `${subject} ${place.phrase}${ending}`;
      if (!used.has(title)) return title;
    }
  }
  const base = `${motif.subjects[0]} ${place.phrase}, ${month} ${year}`;
  let number = 2;
  while (used.has(`${base} (${number})`)) number += 1;
  return `${base} (${number})`;
}

function varied(motif: Motif, number: number, seed: number, used: Set<string>): PictureFacts {
  const random = createRandom(hashText(`${motif.slug} ${number}`) ^ seed);
  const place = random.pick(PLACES[motif.ground]);
  const takenAt = otherTime(motif.takenAt, random);
  const chance = random.next();
  return {
    fileName: fileNameOf(motif, number),
    title: titleOf(motif, place, takenAt, used),
    description: random.next() < 0.4 ? motif.description : null,
    category: categoryOf(motif),
    tags: [...motif.tags],
    takenAt,
    gps: chance < 0.34 ? spotAt(place, random) : null,
    location: chance > 0.6 ? place.region : null,
    camera: cameraFor(motif.shot, random),
    featured: false,
  };
}

/**
 * Describes `count` pictures, always the same for a seed. The first 40 are the curated set; those
 * beyond vary it in composition, place, time and title. Titles and file names are unique.
 */
export function describePictures(count: number, seed = 0): PictureFacts[] {
  const used = new Set<string>();
  return Array.from({ length: count }, (_, i) => {
    const motif = MOTIFS[i % MOTIFS.length];
    if (motif === undefined) throw new Error('The catalogue of motifs is empty.');
    const facts =
      i < MOTIFS.length ? curated(motif, i + 1, seed) : varied(motif, i + 1, seed, used);
    used.add(facts.title);
    return facts;
  });
}
