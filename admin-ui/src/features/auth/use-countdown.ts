import { useEffect, useEffectEvent, useState } from 'react';

const SECOND = 1000;

/** Whole seconds until an instant (milliseconds since 1970), ticking; tells once it has come. */
export function useCountdown(until: number, onOver: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  const over = useEffectEvent(onOver);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = Date.now();
      setNow(at);
      const left = until - at;
      if (left <= 0) over();
      // On the full second, so that the figure never jumps by two.
      else timer = setTimeout(tick, left % SECOND || SECOND);
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);

  return Math.max(0, Math.ceil((until - now) / SECOND));
}
