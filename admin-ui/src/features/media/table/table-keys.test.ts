import { expect, it } from 'vitest';
import { tableKey } from './table-keys.ts';

const press = (keys: string) => {
  const held = keys.split('+');
  const key = held.pop() ?? '';
  const has = (name: string) => held.includes(name);
  return {
    key,
    ctrlKey: has('Ctrl'),
    metaKey: has('Cmd'),
    shiftKey: has('Shift'),
    altKey: has('Alt'),
  };
};
const whole = { atStart: true, atEnd: true, isText: false };
const inside = { atStart: false, atEnd: false, isText: true };
const move = (rows: number, cells: number) => ({ does: 'move', rows, cells });

it.each([
  ['ArrowDown', move(1, 0)],
  ['ArrowUp', move(-1, 0)],
  ['Enter', move(1, 0)],
  ['Shift+Enter', move(-1, 0)],
  ['ArrowLeft', move(0, -1)],
  ['ArrowRight', move(0, 1)],
  ['Shift+ArrowDown', { does: 'extend', rows: 1 }],
  ['Ctrl+d', { does: 'fill' }],
  ['Cmd+d', { does: 'fill' }],
  ['Ctrl+a', { does: 'select all' }],
  ['Ctrl+z', { does: 'undo' }],
  ['Ctrl+Shift+z', null],
  ['Escape', { does: 'leave' }],
  ['End', { does: 'edge', isLast: true, isTable: false }],
  ['Ctrl+Home', { does: 'edge', isLast: false, isTable: true }],
  ['PageDown', { does: 'page', pages: 1 }],
  ['PageUp', { does: 'page', pages: -1 }],
  ['Ctrl+Enter', null],
  ['Alt+ArrowDown', null],
  ['Shift+ArrowLeft', null],
  ['x', null],
])('%s in a cell: %o', (keys, does) => {
  expect(tableKey(press(keys), whole)).toEqual(does);
});

it('leaves a text its own keys while the caret is inside it', () => {
  expect(
    ['ArrowLeft', 'ArrowRight', 'Ctrl+a', 'Home', 'End', 'Ctrl+End'].map((keys) =>
      tableKey(press(keys), inside),
    ),
  ).toEqual([null, null, null, null, null, null]);
  expect(tableKey(press('F2'), inside)).toEqual({ does: 'edit' });
  const atEnd = { ...inside, atEnd: true };
  expect(tableKey(press('ArrowRight'), atEnd)).toEqual(move(0, 1));
  expect(tableKey(press('ArrowLeft'), atEnd)).toBeNull();
});
