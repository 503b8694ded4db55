import { describe, expect, it } from 'vitest';
import { noSelection, pressed, type SelectionState, switched, toggled } from './selection.tsx';

const shown = ['a', 'b', 'c', 'd', 'e'];
type Step = (state: SelectionState) => SelectionState;
const press =
  (id: string, on = true, range = false, of = shown): Step =>
  (state) =>
    pressed(state, { id, on, range }, of);
const after = (...steps: Step[]) => steps.reduce((state, step) => step(state), noSelection);
const idsOf = (state: SelectionState) => [...state.ids].sort().join('');

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
    const all: Step = (state) => switched(state, shown, true);
    expect(idsOf(after(all, press('b', false), press('d', false, true)))).toBe('ae');
  });
  it('a range without a beginning that is shown is the one pressed', () => {
    expect(idsOf(after(press('c', true, true)))).toBe('c');
    const hidden = press('z', true, false, ['z']);
    expect(idsOf(after(hidden, press('c', true, true)))).toBe('cz');
  });
  it('all or none concerns only what is shown', () => {
    const some = switched(after(press('a')), ['d', 'e'], true);
    expect(idsOf(some)).toBe('ade');
    expect(idsOf(switched(some, ['e'], false))).toBe('ad');
  });
});

describe('choosing in an order', () => {
  const picked = (chosen: string[], id: string, from: string | null) => {
    const state = { active: true, ids: new Set(chosen), anchor: from };
    return [...toggled(state, id, from !== null, shown).ids];
  };
  it('is that of the presses, and lets go of one that is pressed again', () => {
    expect(picked(['c'], 'a', null)).toEqual(['c', 'a']);
    expect(picked(['c', 'a'], 'c', null)).toEqual(['a']);
  });
  it('takes all on the way from the one before, each once', () => {
    expect(picked(['b'], 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(picked(['d', 'c'], 'a', 'd')).toEqual(['d', 'c', 'b', 'a']);
    expect(picked([], 'b', 'gone')).toEqual(['b']);
  });
});
