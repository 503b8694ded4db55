import { expect, it } from 'vitest';
import { frameMoment, frameSize } from './video-frame.ts';

it('takes the frame one second in, or in the middle of a shorter video', () => {
  const moments = [30, 0.8, Number.POSITIVE_INFINITY, Number.NaN].map(frameMoment);
  expect(moments).toEqual([1, 0.4, 0, 0]);
});

it('keeps the shape of the video and is never larger', () => {
  expect(frameSize(1920, 1080)).toEqual({ width: 1920, height: 1080 });
  expect(frameSize(3840, 2160)).toEqual({ width: 2560, height: 1440 });
  expect(frameSize(2160, 3840)).toEqual({ width: 1440, height: 2560 });
  expect(frameSize(200, 100, 480)).toEqual({ width: 200, height: 100 });
  expect(frameSize(9000, 2, 480)).toEqual({ width: 480, height: 1 });
});
