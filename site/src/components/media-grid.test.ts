import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MediaGrid } from '#components/media-grid.tsx';
import { gridItem } from '#testing/items.ts';

const htmlOf = (count: number) =>
  renderToStaticMarkup(createElement(MediaGrid, { items: Array(count).fill(gridItem) }));

it('shows one or two pictures larger than a column of three, and asks for files as large', () => {
  expect(htmlOf(1)).toContain('data-few="1"');
  expect(htmlOf(1)).toContain('sizes="(min-width: 60em) 56rem, 94vw"');
  expect(htmlOf(2)).toContain('data-few="2"');
  expect(htmlOf(2)).not.toContain('31vw');
});

it('keeps the focus point in view where a card is cropped', () => {
  const focused = createElement(MediaGrid, { items: [{ ...gridItem, focus: '30% 60%' }] });
  expect(renderToStaticMarkup(focused)).toContain('style="object-position:30% 60%"');
  expect(htmlOf(1)).not.toContain('object-position');
});

it('has three columns from three pictures on', () => {
  expect(htmlOf(3)).not.toContain('data-few');
  expect(htmlOf(3)).toContain('31vw');
  expect(htmlOf(12)).not.toContain('data-few');
});
