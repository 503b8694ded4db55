/** Finds, by the ThumbHash, where the hero is bright enough for dark letters, and which side is calmer. */
import type { Card } from '@veldlicht/contract/snapshot';
import { thumbHashToRGBA } from 'thumbhash';

/** Fractions of the screen, from its upper left corner. */
interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Width by height of the assumed screens. */
const WIDE = 16 / 10;
const PHONE = 9 / 19;
/** Areas of the bar's name and links, and of the text. */
const NAME = { left: 0, top: 0, right: 0.2, bottom: 0.12 };
const LINKS = { ...NAME, left: 0.5, right: 1 };
const PHONE_NAME = { ...NAME, right: 0.5 };
const LEFT = { left: 0, top: 0.5, right: 0.5, bottom: 1 };
const RIGHT = { ...LEFT, left: 0.5, right: 1 };
const PHONE_WORDS = { left: 0, top: 0.6, right: 1, bottom: 1 };

/** Least brightness, from 0 to 1, of a bright area: its mean, and that of each quarter of its width. */
const BRIGHT = 0.66;
const NEVER_BELOW = 0.5;
/** Lower limits for the ends of the bar, which get little shade, and for an end beside a bright one. */
const BRIGHT_END = 0.58;
const BESIDE_BRIGHT = 0.5;
const NEVER_BELOW_BESIDE = 0.4;
const PARTS = 4;
/** Unrest above which the text leaves the left side, and the factor by which the right side has to be calmer. */
const RESTLESS = 0.05;
const CALMER = 0.42;

/**
 * For light (paper) and dark (ink) letters: the grey on which they are readable without a shade (4.5 : 1), and the grey
 * of the shade that the stylesheet puts below them.
 */
const PAPER = { readable: 0.44, shade: 0.055 };
const INK = { readable: 0.48, shade: 0.98 };
/** Opacity of a full shade, and the least share of it. */
const FULL_SHADE = 0.61;
const LEAST_SHADE = 0.5;
/** A ThumbHash is blurred: details may be brighter or darker by this much. */
const BLUR = 0.25;

type Hero = Pick<Card, 'width' | 'height' | 'focus' | 'placeholder'>;
type Rgba = ReturnType<typeof thumbHashToRGBA>;

export interface HeroTone {
  /** Names of bright areas, separated by spaces: `name links words phone-name phone-links phone-words`. */
  bright: string;
  /** The calmer side of a wide screen. */
  side: 'left' | 'right';
  /** Custom properties: share of the shade at the ends of the bar, from 0 to 1. */
  shades: string;
}

/** The part of a picture that fills a screen around its focus, in fractions of the picture. */
function visibleArea(hero: Hero, screen: number): Area {
  const shape = hero.width / hero.height;
  const width = Math.min(1, screen / shape);
  const height = Math.min(1, shape / screen);
  const left = (1 - width) * hero.focus.x;
  const top = (1 - height) * hero.focus.y;
  return { left, top, right: left + width, bottom: top + height };
}

/** Returns the brightness, from 0 to 1, of an area of a screen, row by row. */
type Look = (area: Area) => number[][];

function lookOf(hero: Hero, { w, h, rgba }: Rgba, screen: number): Look {
  const seen = visibleArea(hero, screen);
  const across = (share: number) => (seen.left + share * (seen.right - seen.left)) * w;
  const down = (share: number) => (seen.top + share * (seen.bottom - seen.top)) * h;
  return ({ left, top, right, bottom }) => {
    const rows: number[][] = [];
    for (let y = Math.floor(down(top)); y < Math.min(h, down(bottom)); y++) {
      const row: number[] = [];
      for (let x = Math.floor(across(left)); x < Math.min(w, across(right)); x++) {
        const [r = 0, g = 0, b = 0] = rgba.subarray((y * w + x) * 4);
        row.push((0.2126 * r + 0.7152 * g + 0.0722 * b) / 255);
      }
      rows.push(row);
    }
    return rows;
  };
}

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Unrest by vertical structures: the standard deviation within rows. A sky with a vertical gradient is calm. */
function unrest(rows: number[][]): number {
  const apart = rows.map((row) => {
    const middle = mean(row);
    return mean(row.map((point) => (point - middle) ** 2));
  });
  return Math.sqrt(mean(apart));
}

function isBright(look: Look, area: Area, least = BRIGHT, never = NEVER_BELOW): boolean {
  const step = (area.right - area.left) / PARTS;
  const parts = Array.from({ length: PARTS }, (_, i) => {
    const left = area.left + i * step;
    return mean(look({ ...area, left, right: left + step }).flat());
  });
  return mean(parts) >= least && Math.min(...parts) >= never;
}

/** Which ends of the bar are bright: both if possible, since a shade beside the other tone looks like a stain. */
function brightEnds(look: Look, ends: Area[]): boolean[] {
  const found = ends.map((end) => isBright(look, end, BRIGHT_END));
  const canBe = ends.every((end) => isBright(look, end, BESIDE_BRIGHT, NEVER_BELOW_BESIDE));
  return found.map((is) => is || (canBe && found.includes(true)));
}

/** Share of the shade that an end of the bar needs: darkening a dark corner more looks like a stain. */
function shadeOf(look: Look, area: Area, isInk: boolean): number {
  const { readable, shade } = isInk ? INK : PAPER;
  const greys = look(area).flat();
  const worst = isInk
    ? Math.max(0, Math.min(...greys) - BLUR)
    : Math.min(1, Math.max(...greys) + BLUR);
  const share = (readable - worst) / (shade - worst) / FULL_SHADE;
  return Math.min(1, Math.max(LEAST_SHADE, share));
}

/**
 * Areas with dark letters, and the side of the text on a wide screen. Letters are readable either way, since the
 * stylesheet puts a sufficient shade under them on any picture. Without a picture the page is plain paper.
 */
export function heroTone(hero: Hero | null): HeroTone {
  const hash = Buffer.from(hero?.placeholder ?? '', 'base64');
  if (!hero || hash.length < 5) return { bright: '', side: 'left', shades: '' };
  const rgba = thumbHashToRGBA(hash);
  const [wide, phone] = [lookOf(hero, rgba, WIDE), lookOf(hero, rgba, PHONE)];
  const [left, right] = [unrest(wide(LEFT)), unrest(wide(RIGHT))];
  const side = left > RESTLESS && right < CALMER * left ? 'right' : 'left';
  const [name = false, links = false] = brightEnds(wide, [NAME, LINKS]);
  const [phoneName = false, phoneLinks = false] = brightEnds(phone, [PHONE_NAME, LINKS]);
  const bright = {
    name,
    links,
    words: isBright(wide, side === 'left' ? LEFT : RIGHT),
    'phone-name': phoneName,
    'phone-links': phoneLinks,
    'phone-words': isBright(phone, PHONE_WORDS),
  };
  const names = Object.entries(bright).flatMap(([name, is]) => (is ? name : []));
  const shares = {
    name: shadeOf(wide, NAME, name),
    links: shadeOf(wide, LINKS, links),
    'phone-name': shadeOf(phone, PHONE_NAME, phoneName),
    'phone-links': shadeOf(phone, LINKS, phoneLinks),
  };
  const shades = Object.entries(shares).map(
    ([end, share]) => `;--${end}-shade:${Number(share.toFixed(2))}`,
  );
  return { bright: names.join(' '), side, shades: shades.join('') };
}
