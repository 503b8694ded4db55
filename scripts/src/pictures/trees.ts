import { num, polygon, taper } from './drawing.ts';
import type { Random } from './random.ts';

/** A spruce or pine as seen from afar; x, foot and size in thousandths of the height. */
export function conifer(x: number, foot: number, size: number, random: Random): string {
  const left: number[] = [];
  const right: number[] = [];
  const tiers = Math.max(6, Math.min(26, Math.round(size / 9)));
  const wide = size * random.between(0.15, 0.22);
  const lean = random.between(-0.015, 0.015) * size;
  for (let i = 0; i <= tiers; i += 1) {
    const t = i / tiers;
    const y = foot - size + t * size * 0.93;
    const middle = x + lean * (1 - t);
    const reach = wide * t ** 0.85 * random.between(0.72, 1.1) + size * 0.004;
    const other = wide * t ** 0.85 * random.between(0.72, 1.1) + size * 0.004;
    const drop = (size / tiers) * 0.55;
    left.push(middle - reach, y + drop, middle - reach * 0.45, y + drop * 0.7);
    right.unshift(middle + other * 0.45, y + drop * 0.7, middle + other, y + drop);
  }
  const trunk = size * 0.016;
  return (
    polygon([x + lean, foot - size * 1.03, ...left, ...right]) +
    polygon([
      x - trunk,
      foot - size * 0.12,
      x + trunk,
      foot - size * 0.12,
      x + trunk,
      foot + size * 0.03,
      x - trunk,
      foot + size * 0.03,
    ])
  );
}

/** How a bare or leafy tree grows. */
export interface Growth {
  /** Number of forkings. */
  depth: number;
  /** Angle of forks in radians. */
  spread: number;
  /** Radius of leaf tufts as a share of the size; 0 for a bare tree. */
  leaves: number;
  /** Wide crowns above 1. */
  droop?: number;
}

/** A broad tree with a crown of branches. */
export function broadleaf(
  x: number,
  foot: number,
  size: number,
  growth: Growth,
  random: Random,
): string {
  const parts: string[] = [];
  const grow = (
    px: number,
    py: number,
    angle: number,
    length: number,
    width: number,
    level: number,
  ): void => {
    const bend = random.between(-0.25, 0.25);
    const points: [number, number][] = [[px, py]];
    let cx = px;
    let cy = py;
    for (let i = 1; i <= 4; i += 1) {
      const turn = angle + (bend * i) / 4 + random.between(-0.08, 0.08);
      cx += (Math.sin(turn) * length) / 4;
      cy -= (Math.cos(turn) * length) / 4;
      points.push([cx, cy]);
    }
    parts.push(taper(points, width, width * 0.62));
    if (level >= growth.depth - 2 && growth.leaves > 0) {
      const radius = size * growth.leaves * random.between(0.5, 1.2);
      for (let i = 0; i < 12; i += 1) {
        const lx = cx + random.normal() * radius * 0.8;
        const ly = cy + random.normal() * radius * 0.7;
        parts.push(
          `<circle cx="${num(lx)}" cy="${num(ly)}" r="${num(radius * random.between(0.1, 0.34))}"/>`,
        );
      }
    }
    if (level >= growth.depth) return;
    const forks = level === 0 ? 4 : random.next() < 0.35 ? 3 : 2;
    for (let i = 0; i < forks; i += 1) {
      const side = (i / (forks - 1)) * 2 - 1;
      const away = angle * (growth.droop ?? 1) + side * growth.spread * random.between(0.6, 1.2);
      const shorter = length * random.between(0.66, 0.86);
      grow(cx, cy, away, shorter, width * (forks > 2 ? 0.5 : 0.62), level + 1);
    }
  };
  grow(x, foot, random.between(-0.06, 0.06), size * 0.26, size * 0.05, 0);
  return parts.join('');
}

/** A tall trunk with a few thin branches, for a forest seen from inside. */
export function trunk(x: number, foot: number, width: number, random: Random): string {
  const lean = random.between(-30, 30);
  const points: [number, number][] = [];
  for (let i = 0; i <= 8; i += 1) {
    const t = i / 8;
    points.push([x + lean * t * t + random.between(-0.12, 0.12) * width, foot - t * (foot + 60)]);
  }
  const parts = [taper(points, width, width * 0.7)];
  parts.push(
    polygon([
      x - width * 0.9,
      foot + width * 0.35,
      x - width * 0.45,
      foot - width * 1.6,
      x + width * 0.45,
      foot - width * 1.6,
      x + width * 0.9,
      foot + width * 0.35,
    ]),
  );
  const branches = random.whole(3, 7);
  for (let i = 0; i < branches; i += 1) {
    const t = random.between(0.35, 0.95);
    const side = random.next() < 0.5 ? -1 : 1;
    let bx = x + lean * t * t;
    let by = foot - t * (foot + 60);
    const twig: [number, number][] = [[bx, by]];
    const rise = random.between(-0.5, 0.7);
    const reach = width * random.between(1.4, 4);
    for (let k = 0; k < 5; k += 1) {
      bx += (side * reach) / 5;
      by -= (reach / 5) * (rise + random.between(-0.5, 0.5));
      twig.push([bx, by]);
    }
    parts.push(taper(twig, width * 0.14, width * 0.03));
  }
  return parts.join('');
}

/** Reed stalks with plumes along the lower edge. */
export function reeds(
  from: number,
  to: number,
  foot: number,
  size: number,
  count: number,
  random: Random,
): string {
  const parts: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const x = random.between(from, to);
    const tall = size * random.between(0.45, 1.1);
    const lean = size * (0.08 + random.between(-0.16, 0.2));
    const stalk: [number, number][] = [];
    for (let k = 0; k <= 6; k += 1) {
      const t = k / 6;
      stalk.push([x + lean * t * t, foot - tall * t]);
    }
    const thick = size * 0.012;
    parts.push(taper(stalk, thick, thick * 0.4));
    const tip = stalk[6] ?? [x, foot - tall];
    if (random.next() < 0.55) {
      const long = size * random.between(0.1, 0.17);
      const turn = (Math.atan2(lean * 2, tall) * 180) / Math.PI + random.between(0, 18);
      parts.push(
        `<ellipse cx="${num(tip[0])}" cy="${num(tip[1])}" rx="${num(long * 0.16)}" ry="${num(long * 0.6)}" transform="rotate(${num(turn)} ${num(tip[0])} ${num(tip[1])})"/>`,
      );
    }
    const blades = random.whole(1, 3);
    for (let b = 0; b < blades; b += 1) {
      const t = random.between(0.3, 0.8);
      const bx = x + lean * t * t;
      const by = foot - tall * t;
      const side = random.next() < 0.35 ? -1 : 1;
      const long = size * random.between(0.15, 0.35);
      parts.push(
        taper(
          [
            [bx, by],
            [bx + side * long * 0.4, by - long * 0.55],
            [bx + side * long * 0.8, by - long * 0.5],
            [bx + side * long, by - long * 0.3],
          ],
          thick * 0.9,
          0.2,
        ),
      );
    }
  }
  return parts.join('');
}
