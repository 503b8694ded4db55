/** Whether the first pointer is a finger, so that there may be no keyboard. */
export const hasTouch = () => window.matchMedia('(pointer: coarse)').matches;
