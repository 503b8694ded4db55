/** Ten thousand media items as the API lists them, for measuring the admin's page without a library. */
import { avifLadder, jpegLadder, objectPath, renditionUrl } from '@veldlicht/contract/ladder';
import type { MediaItem, MediaSource } from '@veldlicht/contract/media';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { createRandom } from '@veldlicht/scripts/pictures/plain-picture';
import { textsOf } from './seed-library.ts';

const categories = ['landscape', 'fauna', 'macro', 'drone'];
const tags = ['vogel', 'bos', 'water', 'duinen', 'heide', 'mist', 'sneeuw', 'herfst'];
/** ThumbHashes of generated pictures, dealt out in turn. */
const placeholders = [
  'avgJHIQkeIiPiIhlmYdldlBmBw==',
  'E9kJFYIAanhug3h1eHmXhhB9ldn2',
  '7PcBBwArtAOLl3ZFlqiWGiuT+sSbb8wJ',
  'YhgSHYJmiXdvh3iDd1d5iXd3kAcn',
  'HzgOHQR3eH+HV3hXiHWHmId/dPhH',
  'L/gNDgJ4d8iIeAd3d4qHhneIeIWANwg=',
];
const FIRST_DAY = Date.UTC(2014, 0, 1);

function sourcesOf(hash: string, ratio: number): MediaSource[] {
  const source = (width: number, format: 'avif' | 'jpg'): MediaSource => ({
    url: renditionUrl(hash, `${width}.${format}`),
    format,
    width,
    height: Math.round(width / ratio),
  });
  return [
    ...avifLadder.map(({ slot }) => source(slot, 'avif')),
    ...jpegLadder.map(({ slot }) => source(slot, 'jpg')),
  ];
}

/** The same items every time. */
export function generateItems(count: number): MediaItem[] {
  const random = createRandom(7);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T; // never empty
  return Array.from({ length: count }, (_, n) => {
    const hash = (n + 1).toString(16).padStart(32, '0');
    const [width, height] = random() < 0.2 ? [4000, 6000] : [6000, 4000];
    const texts = textsOf(random);
    const at = new Date(FIRST_DAY + (count - n) * 3_600_000).toISOString();
    return {
      ...texts,
      id: `item${n}`,
      slug: `item-${n}`,
      type: 'photo',
      category: pick(categories),
      tags: [pick(tags)],
      imageUrl: objectPath(hash, 'photo'),
      featured: random() < 0.01,
      createdAt: at,
      updatedAt: at,
      alt: null,
      width,
      height,
      duration: null,
      placeholder: placeholders[n % placeholders.length] ?? null,
      color: '#445544',
      focus: { x: 0.5, y: 0.5 },
      camera: {},
      sources: sourcesOf(hash, width / height),
      poster: null,
      locationPrivacy: defaultLocationPrivacy(texts.location),
      status: 'published',
      publishFrom: null,
      publishUntil: null,
      withheld: false,
      positionAllowed: false,
      processing: 'ready',
      processingError: null,
    };
  });
}
