import { useEffect, useState } from 'react';

/** Milliseconds without another key after which typing rests; quick typists take less from key to key. */
const REST_MS = 200;

/** Whether `value` has been the same for a moment; so it is at first. */
export function useResting(value: unknown): boolean {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (value === rested) return;
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value, rested]);
  return value === rested;
}
