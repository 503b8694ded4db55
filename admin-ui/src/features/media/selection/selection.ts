/** Which items are selected; nothing here touches the page. */

export interface Selection {
  /** Selection mode: pictures are pressed to select them. */
  active: boolean;
  ids: ReadonlySet<string>;
  /** The last one pressed by itself: where a range begins. */
  anchor: string | null;
}

export type SelectionAction =
  | { do: 'enter' }
  | { do: 'leave' }
  | { do: 'clear' }
  /** `range`: with Shift, all between the last one and this one, in the order shown. */
  | { do: 'set'; id: string; on: boolean; range: boolean; shown: readonly string[] }
  | { do: 'setAll'; on: boolean; shown: readonly string[] };

export const noSelection: Selection = { active: false, ids: new Set(), anchor: null };

/** The ids from one to the other, both included; only the second when the first is not shown. */
export function idsBetween(shown: readonly string[], from: string | null, to: string): string[] {
  const [a, b] = [from === null ? -1 : shown.indexOf(from), shown.indexOf(to)];
  if (a < 0 || b < 0) return [to];
  return shown.slice(Math.min(a, b), Math.max(a, b) + 1);
}

function switched(ids: ReadonlySet<string>, changed: readonly string[], on: boolean): Set<string> {
  const next = new Set(ids);
  for (const id of changed) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Selecting anything enters the mode; only leaving it forgets what was selected. */
export function selectionReducer(state: Selection, action: SelectionAction): Selection {
  switch (action.do) {
    case 'enter':
      return { ...state, active: true };
    case 'leave':
      return noSelection;
    case 'clear':
      return { ...noSelection, active: state.active };
    case 'setAll':
      return { ...state, active: true, ids: switched(state.ids, action.shown, action.on) };
    case 'set': {
      const from = action.range ? state.anchor : null;
      const changed = idsBetween(action.shown, from, action.id);
      return { active: true, ids: switched(state.ids, changed, action.on), anchor: action.id };
    }
  }
}

/** For the box that selects all: whether all, some or none of the items shown are selected. */
export function shareSelected(
  ids: ReadonlySet<string>,
  shown: readonly { id: string }[],
): 'all' | 'some' | 'none' {
  const count = shown.filter(({ id }) => ids.has(id)).length;
  if (count === 0) return 'none';
  return count === shown.length ? 'all' : 'some';
}
