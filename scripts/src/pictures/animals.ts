import { num, taper } from './drawing.ts';

/** A shape drawn in its own units, put at a place, scaled, perhaps mirrored and turned. */
export function placed(
  shape: string,
  x: number,
  y: number,
  scale: number,
  options: { mirror?: boolean; turn?: number } = {},
): string {
  const sx = options.mirror ? -scale : scale;
  return `<g transform="translate(${num(x)} ${num(y)}) rotate(${num(options.turn ?? 0)}) scale(${sx.toFixed(4)} ${scale.toFixed(4)})">${shape}</g>`;
}

/** A flying goose, 100 units long, heading left; `flap` from -1 (wings down) to 1 (up). */
export function goose(flap: number): string {
  const tipY = -flap * 46;
  const midY = -flap * 26 - 4;
  const body =
    'M-52 -9 C-50 -13 -44 -13 -41 -10 C-30 -8 -22 -7 -12 -8 C6 -10 26 -6 44 1 L56 3 L44 6 C28 12 4 12 -10 6 C-20 1 -30 -3 -42 -5 C-46 -5 -50 -6 -56 -6 Z';
  const near = `M-8 -4 C-2 ${num(midY * 0.6)} 6 ${num(midY - 4)} 16 ${num(tipY - 2)} C20 ${num(tipY * 0.92)} 26 ${num(tipY * 0.84)} 32 ${num(tipY * 0.9)} C30 ${num(midY * 0.7)} 30 ${num(midY * 0.3)} 22 2 Z`;
  const far = `M-10 -4 C-14 ${num(midY * 0.7)} -14 ${num(midY)} -8 ${num(tipY * 0.86)} C-2 ${num(tipY * 0.7)} 4 ${num(midY * 0.7)} 10 -2 Z`;
  return `<path d="${body}"/><path d="${near}"/><path d="${far}"/>`;
}

/** A red deer stag, about 100 units high with antlers, standing on y 0, looking left. */
export const STAG = [
  // Body, neck and head in one outline.
  '<path d="M-36 -66 C-33 -69 -28 -70 -25 -69 C-22 -70 -18 -67 -17 -62 C-14 -56 -9 -52 -2 -51 C10 -50 22 -52 32 -50 C38 -49 41 -45 42 -40 C43 -36 42 -32 40 -28 C36 -24 30 -25 25 -26 C14 -24 2 -23 -7 -27 C-14 -30 -18 -36 -20 -43 C-22 -49 -24 -54 -27 -57 C-32 -57 -38 -58 -41 -60 C-43 -62 -40 -64 -36 -66 Z"/>',
  // Ear.
  '<path d="M-22 -68 C-18 -72 -13 -73 -10 -72 C-12 -69 -16 -66 -20 -65 Z"/>',
  // Throat mane.
  '<path d="M-27 -58 C-26 -50 -22 -40 -15 -30 C-20 -36 -25 -46 -27 -58 Z"/>',
  // Legs.
  '<path d="M-14 -32 C-14 -22 -13 -16 -13 -10 L-14 0 L-10.4 0 L-9.6 -10 C-8.6 -18 -7 -24 -5 -28 Z"/>',
  '<path d="M-7 -30 C-6 -20 -4.6 -14 -4.4 -9 L-4.8 0 L-1.4 0 L-1 -10 C-0.6 -18 1 -24 3 -28 Z"/>',
  '<path d="M24 -32 C25 -24 24 -20 26 -15 L25 0 L28.6 0 L30 -14 C31 -19 34 -22 37 -30 Z"/>',
  '<path d="M32 -36 C33 -26 34 -21 36.4 -16 L36 0 L39.4 0 L40 -15 C39.6 -20 41 -26 42 -38 Z"/>',
  // Tail.
  '<path d="M40 -47 C44 -45 45 -40 43.6 -36 C41.6 -38 40.6 -42 40 -47 Z"/>',
  antler(-25, -68, 1),
  antler(-22, -68, -1),
].join('');

function antler(x: number, y: number, side: number): string {
  const beam: [number, number][] = [
    [x, y],
    [x + side * -5 + 4, y - 8],
    [x + side * -11 + 5, y - 17],
    [x + side * -12 + 4, y - 27],
    [x + side * -8 + 1, y - 36],
  ];
  const tines: [number, number][][] = [
    [
      [x + side * -3 + 2.5, y - 4.5],
      [x - 8 - side * 2, y - 7],
      [x - 11 - side * 2, y - 13],
    ],
    [
      [x + side * -9 + 4.6, y - 14],
      [x - 9 - side * 6, y - 19],
      [x - 10 - side * 6, y - 25],
    ],
    [
      [x + side * -12 + 4, y - 26],
      [x - 5 - side * 12, y - 32],
      [x - 4 - side * 13, y - 38],
    ],
    [
      [x + side * -11 + 3, y - 30],
      [x + 4 - side * 8, y - 36],
      [x + 6 - side * 8, y - 41],
    ],
  ];
  return taper(beam, 2.6, 1) + tines.map((tine) => taper(tine, 1.9, 0.5)).join('');
}

/** A grey heron, about 100 units high, standing on y 0 in the water, looking left. */
export const HERON = [
  // Bill and head with the crest.
  '<path d="M-43 -83.5 L-20 -88.5 C-17 -91 -12 -91.6 -9 -90 C-4 -89 3 -86.6 9 -82.6 C3 -84 -3 -85 -7 -85 C-8 -83 -11 -82.4 -14 -82.6 C-18 -82.6 -20 -84 -22 -84.4 Z"/>',
  // The neck's double bend.
  '<path d="M-13 -86 C-8 -82 -9 -76 -13 -70 C-17 -64 -18 -60 -13 -55 C-9 -51 -4 -49 0 -46 L-8 -36 C-14 -43 -20 -49 -22 -57 C-23.4 -64 -19 -69 -16 -75 C-14 -79 -14.6 -82 -17 -84 Z"/>',
  // Body and folded wing.
  '<path d="M-12 -49 C-4 -56 10 -55 20 -47 C30 -39 38 -31 46 -21 C40 -23 36 -24 33 -24 C35 -21 36 -19 37 -16 C31 -20 26 -23 20 -25 C10 -26 -2 -28 -8 -35 C-13 -40 -14 -45 -12 -49 Z"/>',
  // Breast plumes.
  '<path d="M-11 -43 C-13 -37 -13 -31 -11 -25 C-9 -30 -6 -33 -4 -36 Z"/>',
  // Legs with their joints.
  '<path d="M3 -28 L5 -16 L3.4 -13.6 L4.2 0 L5.8 0 L5.4 -13.4 L7 -16 L6.6 -28 Z"/>',
  '<path d="M10 -27 L13 -16.4 L12 -14 L14 0 L15.6 0 L14 -13.6 L15 -16.4 L14 -26 Z"/>',
].join('');
