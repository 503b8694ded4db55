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
const PARTS = 4;
/** Unrest from which words leave the left side, and how much calmer the other one has to be. */
const RESTLESS = 0.05;
const CALMER = 0.42;

type Hero = Pick<Card, 'width' | 'height' | 'focus' | 'placeholder'>;
type Rgba = ReturnType<typeof thumbHashToRGBA>;

export interface HeroTone {
  /** Names of places that are bright, with spaces between them: `name links words phone-name phone-links phone-words`. */
  bright: string;
  /** The calmer side of a wide screen. */
  side: 'left' | 'right';
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

function isBright(look: Look, area: Area): boolean {
  const step = (area.right - area.left) / PARTS;
  const parts = Array.from({ length: PARTS }, (_, i) => {
    const left = area.left + i * step;
    return mean(look({ ...area, left, right: left + step }).flat());
  });
  return mean(parts) >= BRIGHT && Math.min(...parts) >= NEVER_BELOW;
}

/**
 * Where letters are of ink, and on which side of a wide screen the words are. All can be read either way: the styles
 * lay a shade under them that is enough on any picture.
 */
export function heroTone(hero: Hero): HeroTone {
  const hash = Buffer.from(hero.placeholder ?? '', 'base64');
  if (hash.length < 5) return { bright: '', side: 'left' };
  const rgba = thumbHashToRGBA(hash);
  const [wide, phone] = [lookOf(hero, rgba, WIDE), lookOf(hero, rgba, PHONE)];
  const [left, right] = [unrest(wide(LEFT)), unrest(wide(RIGHT))];
  const side = left > RESTLESS && right < CALMER * left ? 'right' : 'left';
  const bright = {
    name: isBright(wide, NAME),
    links: isBright(wide, LINKS),
    words: isBright(wide, side === 'left' ? LEFT : RIGHT),
    'phone-name': isBright(phone, PHONE_NAME),
    'phone-links': isBright(phone, LINKS),
    'phone-words': isBright(phone, PHONE_WORDS),
  };
  const names = Object.entries(bright).flatMap(([name, is]) => (is ? name : []));
  return { bright: names.join(' '), side };
}
