import { canopy } from './scenes/canopy.ts';
import { dandelion } from './scenes/dandelion.ts';
import { deer } from './scenes/deer.ts';
import { delta } from './scenes/delta.ts';
import { dragonfly } from './scenes/dragonfly.ts';
import { drops } from './scenes/drops.ts';
import { dunes } from './scenes/dunes.ts';
import { fern } from './scenes/fern.ts';
import { fields } from './scenes/fields.ts';
import { forest } from './scenes/forest.ts';
import { geese } from './scenes/geese.ts';
import { heath } from './scenes/heath.ts';
import { heron } from './scenes/heron.ts';
import { hills } from './scenes/hills.ts';
import { lake } from './scenes/lake.ts';
import { leaf } from './scenes/leaf.ts';
import { mushroom } from './scenes/mushroom.ts';
import { starlings } from './scenes/starlings.ts';
import { stars } from './scenes/stars.ts';
import { surf } from './scenes/surf.ts';
import { web } from './scenes/web.ts';
import type { Scene } from './stage.ts';

const SCENES: Record<string, Scene> = {
  canopy,
  dandelion,
  deer,
  delta,
  dragonfly,
  drops,
  dunes,
  fern,
  fields,
  forest,
  geese,
  heath,
  heron,
  hills,
  lake,
  leaf,
  mushroom,
  starlings,
  stars,
  surf,
  web,
};

/** Whether there is a scene of that name. */
export function isScene(name: string): boolean {
  return name in SCENES;
}

/** The scene of a name; unknown names give hills. */
export function sceneNamed(name: string): Scene {
  return SCENES[name] ?? hills;
}
