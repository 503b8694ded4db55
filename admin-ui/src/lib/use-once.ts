import { useState } from 'react';

/** One call at a time: see `useOnce`. */
export interface Once {
  /** Does it, unless the last one is still under way. */
  run: (send: () => void) => void;
  /** The call is over; a mutation says so in its `onSettled`. */
  release: () => void;
}

export function createOnce(): Once {
  let busy = false;
  return {
    run: (send) => {
      if (busy) return;
      busy = true;
      send();
    },
    release: () => {
      busy = false;
    },
  };
}

/**
 * Keeps a double click from sending a call twice. `isPending` can't: it is true one render later,
 * and the second click comes before that. Give `release` to the mutation as `onSettled`, and call
 * `mutate` within `run`.
 */
export function useOnce(): Once {
  return useState(createOnce)[0];
}
