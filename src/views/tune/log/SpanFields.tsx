/** A span of a log, chosen on its histogram: a scenario holds 30 days. */
import { useId, type ReactElement } from 'react';
import { MAX_SPAN, movedSpan } from '../../../store/tuning/logSpan.ts';
import type { HeldLog } from '../../../store/tuning/logsState.ts';
import { useTuning } from '../../../store/tuning/tuningContext.tsx';
import { pluralize } from '../../format/numbers.ts';
import { Group } from '../../ui/Group.tsx';
import styles from './SpanFields.module.css';
import { stampText } from './logText.ts';

const HEIGHT = 48;
/** Seconds. */
const DAY = 86_400;

export function SpanFields({ log: { summary, choice } }: { readonly log: HeldLog }): ReactElement {
  const { logs } = useTuning();
  const { histogram, resolution } = summary;
  const { from, to, counts } = histogram;
  const span = choice.span ?? { from, to };
  const most = Math.max(1, ...counts);
  const step = (to - from) / counts.length;
  const choose = (end: 'from' | 'to', value: number): void =>
    logs.choose({ span: movedSpan(span, end, Math.round(value), histogram, resolution) });
  const isTooLong = to - from > MAX_SPAN;
  return (
    <details open={isTooLong}>
      <summary>
        {stampText(span.from)} to {stampText(span.to)} UTC
      </summary>
      <Group label="Span of the log" heading="">
        <svg
          className={styles['histogram']}
          viewBox={`0 0 ${counts.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {counts.map((count, bin) => {
            const at = from + bin * step;
            const height = count === 0 ? 0 : Math.max(1, (HEIGHT * count) / most);
            return (
              <rect
                // Bins have no identity besides their place.
                // oxlint-disable-next-line react/no-array-index-key
                key={bin}
                className={at >= span.from - step && at < span.to ? styles['in'] : styles['out']}
                x={bin}
                y={HEIGHT - height}
                width={0.9}
                height={height}
              />
            );
          })}
        </svg>
        <End label="From" value={span.from} range={histogram} step={step} onChange={(value) => choose('from', value)} />
        <End label="To" value={span.to} range={histogram} step={step} onChange={(value) => choose('to', value)} />
        <p className={isTooLong ? undefined : 'label'}>
          A scenario holds at most 30 days.
          {isTooLong &&
            ` This log covers ${pluralize(Math.ceil((to - from) / DAY), 'day')}: what is outside of the span is left out.`}
        </p>
      </Group>
    </details>
  );
}

interface EndProps {
  readonly label: string;
  readonly value: number;
  readonly range: { readonly from: number; readonly to: number };
  readonly step: number;
  readonly onChange: (value: number) => void;
}

function End({ label, value, range, step, onChange }: EndProps): ReactElement {
  const id = useId();
  return (
    <div className={styles['end']}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={range.from}
        max={range.to}
        step={Math.max(1, Math.floor(step))}
        value={value}
        aria-valuetext={`${stampText(value)} UTC`}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  );
}
