import type { Canvas } from './canvas.ts';
import type { Grade } from './develop.ts';
import type { Noise } from './noise.ts';
import type { Random } from './random.ts';

/** What a scene gets to work with. */
export interface Stage {
  canvas: Canvas;
  noise: Noise;
  random: Random;
  /** Which mood of the scene; every scene names its own and treats others as its first. */
  mood: string;
}

/** Paints a picture on the stage's canvas and says how it is to be developed. */
export type Scene = (stage: Stage) => Grade | Promise<Grade>;
