import { startTransition, useEffect, useState } from 'react';

/** Milliseconds without another key after which typing rests; quick typists take less from key to key. */
const REST_MS = 200;

/** Whether `value` has been the same for a moment; so it is at first. Going back to an earlier value is a change too. */
export function useResting(value: unknown): boolean {
  const [last, setLast] = useState({ value, rests: true });
  const rests = last.rests && last.value === value;
  if (last.value !== value) setLast({ value, rests: false });
  useEffect(() => {
    if (rests) return;
    // What waited for this is many elements: the next key interrupts it.
    const timer = setTimeout(() => startTransition(() => setLast({ value, rests: true })), REST_MS);
    return () => clearTimeout(timer);
  }, [value, rests]);
  return rests;
}
