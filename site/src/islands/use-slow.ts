import { useEffect, useState } from 'react';

/** Whether something has been going on for longer than `ms`: what is quick needs no words. */
export function useSlow(isGoingOn: boolean, ms: number): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), ms);
    return () => clearTimeout(timer);
  }, [isGoingOn, ms]);
  return isSlow;
}
