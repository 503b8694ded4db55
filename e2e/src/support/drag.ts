/** Drags a row of a list with the mouse. */
import type { Locator } from 'playwright-core';
import { centre } from './journey.ts';

export interface DragWay {
  /** Number of pointer moves. */
  steps: number;
  /** The pointer leaves the list, returns and releases, all within a frame. */
  isQuick?: boolean;
}

/** Drags from one handle to another. */
export async function dragOnto(what: Locator, onto: Locator, way: DragWay): Promise<void> {
  const page = what.page();
  const from = await centre(what);
  const to = await centre(onto);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= way.steps; i++)
    await page.mouse.move(from.x, from.y + ((to.y - from.y) * i) / way.steps);
  if (way.isQuick)
    await page.evaluate(`(() => {
      const tell = (type, clientY) => document.body.dispatchEvent(
        new PointerEvent(type, { bubbles: true, isPrimary: true, clientX: ${to.x}, clientY }),
      );
      tell('pointermove', 1);
      tell('pointermove', ${to.y});
      tell('pointerup', ${to.y});
    })()`);
  await page.mouse.up();
}
