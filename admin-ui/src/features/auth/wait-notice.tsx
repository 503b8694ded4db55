import { useTranslation } from 'react-i18next';
import { serverText } from '#i18n/server-text.ts';
import { waitText } from '#i18n/wait-text.ts';
import type { LoginWait } from './login-state.ts';
import { useCountdown } from './use-countdown.ts';

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
