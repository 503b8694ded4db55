import { describe, expect, it } from 'vitest';
import {
  noSelection,
  type Selection,
  type SelectionAction,
  selectionReducer,
} from './selection.ts';

const shown = ['a', 'b', 'c', 'd', 'e'];
const press = (id: string, on = true, range = false): SelectionAction => ({
  do: 'set',
  id,
  on,
  range,
  shown,
});
const after = (...actions: SelectionAction[]): Selection =>
  actions.reduce(selectionReducer, noSelection);
const idsOf = (state: Selection) => [...state.ids].sort().join('');

describe('selecting', () => {
  it('one by one enters the mode and can be undone', () => {
    expect(after(press('b')).active).toBe(true);
    expect(idsOf(after(press('b'), press('d')))).toBe('bd');
    expect(idsOf(after(press('b'), press('d'), press('b', false)))).toBe('d');
  });
  it('a range goes both ways from the last one pressed', () => {
    expect(idsOf(after(press('b'), press('d', true, true)))).toBe('bcd');
    expect(idsOf(after(press('d'), press('a', true, true)))).toBe('abcd');
  });
  it('a range can be taken off', () => {
    const all: SelectionAction = { do: 'setAll', on: true, shown };
    expect(idsOf(after(all, press('b', false), press('d', false, true)))).toBe('ae');
  });
  it('a range without a beginning that is shown is the one pressed', () => {
    expect(idsOf(after(press('c', true, true)))).toBe('c');
    const hidden: SelectionAction = { do: 'set', id: 'z', on: true, range: false, shown: ['z'] };
    expect(idsOf(after(hidden, press('c', true, true)))).toBe('cz');
  });
  it('all or none concerns only what is shown', () => {
    const some = after(press('a'), { do: 'setAll', on: true, shown: ['d', 'e'] });
    expect(idsOf(some)).toBe('ade');
    expect(idsOf(selectionReducer(some, { do: 'setAll', on: false, shown: ['e'] }))).toBe('ad');
  });
  it('deselecting all stays in the mode, leaving it does not', () => {
    expect(after(press('a'), { do: 'clear' })).toEqual({ ...noSelection, active: true });
    expect(after(press('a'), { do: 'leave' })).toEqual(noSelection);
    expect(after({ do: 'enter' }).active).toBe(true);
  });
});
