import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { waitText } from '#i18n/failure-text.ts';
import { serverText } from '#i18n/server-text.ts';
import type { LoginWait } from './login-state.ts';

const SECOND = 1000;

/** Whole seconds until an instant (milliseconds since 1970), ticking; tells once it has come. */
function useCountdown(until: number, onOver: () => void): number {
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

interface WaitNoticeProps {
  wait: LoginWait;
  onOver: () => void;
}

/** Why no try is taken now, and for how long; the figures count down without being read out. */
export function WaitNotice({ wait, onOver }: WaitNoticeProps) {
  const { t } = useTranslation();
  const seconds = useCountdown(wait.until, onOver);
  return (
    <div className="rounded-md bg-danger-wash px-3 py-2.5 text-danger">
      <p role="alert" className="font-medium">
        {serverText(wait.reason)}
      </p>
      <p role="timer" className="tabular-nums">
        {t('tryAgainIn', { wait: waitText(seconds, t) })}
      </p>
    </div>
  );
}
