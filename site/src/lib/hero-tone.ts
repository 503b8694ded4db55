/** Where the hero is so bright that dark letters leave it as it is, and where it is calm, by its ThumbHash. */
import type { Card } from '@veldlicht/contract/snapshot';
import { thumbHashToRGBA } from 'thumbhash';

/** Shares of the screen, from its upper left corner. */
interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Width by height of the screens that are reckoned with. */
const WIDE = 16 / 10;
const PHONE = 9 / 19;
/** Where the name and the links of the bar are, and the words. */
const NAME = { left: 0, top: 0, right: 0.2, bottom: 0.12 };
const LINKS = { ...NAME, left: 0.5, right: 1 };
const PHONE_NAME = { ...NAME, right: 0.5 };
const LEFT = { left: 0, top: 0.5, right: 0.5, bottom: 1 };
const RIGHT = { ...LEFT, left: 0.5, right: 1 };
const PHONE_WORDS = { left: 0, top: 0.6, right: 1, bottom: 1 };

/** Brightness, from 0 to 1, of a bright place in the middle and of each quarter of its width. */
const BRIGHT = 0.66;
const NEVER_BELOW = 0.5;
/** As much will do at the ends of the bar, where little shade is laid; and less beside an end that is bright. */
const BRIGHT_END = 0.58;
const BESIDE_BRIGHT = 0.5;
const NEVER_BELOW_BESIDE = 0.4;
const PARTS = 4;
/** Unrest from which words leave the left side, and how much calmer the other one has to be. */
const RESTLESS = 0.05;
const CALMER = 0.42;

/**
 * Of letters of either tone: the grey on which they can be read by themselves (4.5 : 1), and the grey of the shade that
 * the styles lay below them.
 */
const PAPER = { readable: 0.44, shade: 0.055 };
const INK = { readable: 0.48, shade: 0.98 };
/** How much of a shade there is at most, and at least. */
const FULL_SHADE = 0.61;
const LEAST_SHADE = 0.5;
/** A ThumbHash is blurred: there may be something as much brighter or darker. */
const BLUR = 0.25;

type Hero = Pick<Card, 'width' | 'height' | 'focus' | 'placeholder'>;
type Rgba = ReturnType<typeof thumbHashToRGBA>;

export interface HeroTone {
  /** Names of places that are bright, with spaces between them: `name links words phone-name phone-links phone-words`. */
  bright: string;
  /** The calmer side of a wide screen. */
  side: 'left' | 'right';
  /** Custom properties: how much of the shade the ends of the bar take, from 0 to 1. */
  shades: string;
}

/** The part of a picture that fills a screen around its focus, as shares of the picture. */
function visibleArea(hero: Hero, screen: number): Area {
  const shape = hero.width / hero.height;
  const width = Math.min(1, screen / shape);
  const height = Math.min(1, shape / screen);
  const left = (1 - width) * hero.focus.x;
  const top = (1 - height) * hero.focus.y;
  return { left, top, right: left + width, bottom: top + height };
}

/** How the hero is seen: the brightness, from 0 to 1, of a part of a screen, row by row. */
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

/** What stands there, but for what lies: the standard deviation within rows. A sky that pales is calm. */
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

/** Which ends of the bar are bright: both where they can be, for a shade of either tone beside the other is a stain. */
function brightEnds(look: Look, ends: Area[]): boolean[] {
  const found = ends.map((end) => isBright(look, end, BRIGHT_END));
  const canBe = ends.every((end) => isBright(look, end, BESIDE_BRIGHT, NEVER_BELOW_BESIDE));
  return found.map((is) => is || (canBe && found.includes(true)));
}

/** How much of its shade an end of the bar takes: a dark corner that is darkened more is a stain. */
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
 * Where letters are of ink, and on which side of a wide screen the words are. All can be read either way: the styles
 * lay a shade under them that is enough on any picture. Without a picture the page is plain paper.
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
