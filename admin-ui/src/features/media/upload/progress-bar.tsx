import { classNames } from '#lib/class-names.ts';

interface ProgressBarProps {
  /** Spoken name. */
  label: string;
  percent: number;
  /** Spoken in place of the figure. */
  text?: string | undefined;
  tall?: boolean;
}

export function ProgressBar({ label, percent, text, tall }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className={classNames('overflow-hidden rounded-full bg-hairline', tall ? 'h-1.5' : 'h-1')}
    >
      <div
        className="h-full origin-left rounded-full bg-moss transition-transform duration-150"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
