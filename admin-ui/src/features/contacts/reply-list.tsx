import type { Reply } from '@veldlicht/contract/reply';
import { CircleAlert, Clock, type LucideIcon, MailCheck } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import { longMomentText } from '#lib/time-text.ts';

const icons: Record<Reply['state'], LucideIcon> = {
  waiting: Clock,
  sent: MailCheck,
  failed: CircleAlert,
};

function ReplyState({ state, problem }: Reply) {
  const { t } = useTranslation();
  const Icon = icons[state];
  const why = problem === null || problem === 'sent' ? '' : t(`replyProblem:${problem}`);
  const words =
    state === 'waiting' && problem !== null
      ? t('replyWaits', { why })
      : state === 'failed'
        ? t('replyFailed', { why: why || t('replyProblem:unreachable') })
        : t(state === 'sent' ? 'replySent' : 'replySending');
  return (
    <p
      role="status"
      className={classNames(
        'mt-1 flex gap-1.5 text-small',
        state === 'failed' ? 'text-danger' : problem === null ? 'text-muted' : 'text-amber',
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      {words}
    </p>
  );
}

interface ReplyListProps {
  replies: readonly Reply[];
  /** Starts a new reply with this text; undefined while one is being written. */
  onReuse?: ((reply: Reply) => void) | undefined;
}

export function ReplyList({ replies, onReuse }: ReplyListProps) {
  const { t } = useTranslation();
  const id = useId();
  if (replies.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-5 border-t border-hairline pt-5">
      <h3 id={id} className="text-muted">
        {t('replies', { count: replies.length })}
      </h3>
      <ul className="flex flex-col gap-4">
        {replies.map((reply) => (
          <li key={reply.id} className="mt-2 border-l-2 border-hairline pl-4">
            <p className="text-small text-muted">
              {t('replyBy', { who: reply.by, when: longMomentText(reply.at) })}
            </p>
            <ReplyState {...reply} />
            <p dir="auto" className="mt-2 font-medium wrap-anywhere">
              {reply.subject}
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {reply.text}
            </p>
            {reply.state === 'failed' && onReuse && (
              <Button look="secondary" size="sm" className="mt-2" onClick={() => onReuse(reply)}>
                {t('replyAgain')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
