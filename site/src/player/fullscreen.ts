/** The whole screen: for the player where the browser can, on iPhones for the film alone. */

/** What an iPhone offers instead; not in the standard, so not in the types. */
function enterOf(video: HTMLVideoElement): (() => void) | null {
  const enter: unknown = Reflect.get(video, 'webkitEnterFullscreen');
  return typeof enter === 'function' ? () => enter.call(video) : null;
}

/** Whether there is any way to fill the screen. */
export function canFillScreen(video: HTMLVideoElement): boolean {
  return document.fullscreenEnabled || enterOf(video) !== null;
}

/** Whether this player fills the screen. */
export const fillsScreen = (root: HTMLElement) => document.fullscreenElement === root;

/** Fills the screen, or leaves it. A refusal of the browser leaves everything as it is. */
export function toggleFullscreen(video: HTMLVideoElement, root: HTMLElement): void {
  if (fillsScreen(root)) document.exitFullscreen().catch(() => undefined);
  else if (document.fullscreenEnabled) root.requestFullscreen().catch(() => undefined);
  else enterOf(video)?.();
}
