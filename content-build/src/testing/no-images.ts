import type { ImageProcess } from '#renditions/image-process.ts';

/** An image process for tests that must not call it. */
export const noImages: ImageProcess = {
  inspect: () => Promise.reject(new Error('nothing should be inspected')),
  render: () => Promise.reject(new Error('nothing should be rendered')),
  versions: () => Promise.reject(new Error('no versions should be made')),
  pid: () => undefined,
  stop: () => Promise.resolve(),
};
