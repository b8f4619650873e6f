/** What was understood of a log, on its first rows, with everything that can be said otherwise. */
import type { ReactElement } from 'react';
import type { LogSummary } from '../../../logs/index.ts';
import { useLogs, useTuning } from '../../../store/tuning/tuningContext.tsx';
import { cx } from '../../ui/cx.ts';
import { Group } from '../../ui/Group.tsx';
import { BadLines } from './BadLines.tsx';
import { ClientFields } from './ClientFields.tsx';
import styles from './LogDialog.module.css';
import { stampText, summaryText } from './logText.ts';
import { MappingFields } from './MappingFields.tsx';
import { SpanFields } from './SpanFields.tsx';

/** What makes the result worth less, whatever is chosen below. */
const DOUBTS: ReadonlySet<LogSummary['findings'][number]['kind']> = new Set([
  'already-limited',
  'sampled',
  'no-address',
  'no-client',
  'counts',
  'date-order',
]);

export function LogUnderstood(): ReactElement | null {
  const log = useLogs((state) => state.log);
  const { logs } = useTuning();
  if (log === null) return null;
  const { summary, choice } = log;
  const doubts = summary.findings.filter(({ kind }) => DOUBTS.has(kind));
  const others = summary.findings.filter(({ kind }) => !DOUBTS.has(kind));
  return (
    <>
      <div className={styles['list']}>
        <p>{summaryText(summary)}</p>
        <BadLines summary={summary} open />
        {doubts.map(({ sentence }) => (
          <p key={sentence} role="note" className={styles['doubt']}>
            {sentence}
          </p>
        ))}
        {others.map(({ sentence }) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <Group label="Requests by client">
        <div className={styles['fields']}>
          <ClientFields summary={summary} choice={choice} onChange={logs.choose} />
        </div>
      </Group>
      <SpanFields log={log} />
      <Group label="First rows">
        <FirstRows summary={summary} />
      </Group>
      <MappingFields summary={summary} />
    </>
  );
}

function FirstRows({ summary: { firstRows, fields, mapping } }: { readonly summary: LogSummary }): ReactElement {
  const kept = fields.filter(({ isKept }) => isKept);
  return (
    <div
      className={styles['scroller']}
      // Scrolling areas take focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label="First rows of the log"
    >
      <table className={cx('table-heads', styles['rows'])} aria-label="First rows">
        <thead>
          <tr>
            <th scope="col">{mapping.time}, UTC</th>
            {kept.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {firstRows.map(({ time, values }, row) => (
            // Rows of a log have no identity besides their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              <td>{stampText(time)}</td>
              {kept.map(({ name }, column) => (
                <td key={name} title={values[column]}>
                  {values[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
