/** The limits in a text that was typed or pasted, of which the lane has one. */
import type { ReactElement } from 'react';
import { formatCount, pluralize } from '../format/numbers.ts';
import { formatLimitShort } from '../format/rates.ts';
import { Button } from '../ui/Button.tsx';
import { Group } from '../ui/Group.tsx';
import styles from './ConfigTab.module.css';
import type { ConfigText } from './useConfigText.ts';

/** A file with more is shown by its first ones. */
const MAX_LIMITS = 50;

export function ConfigFindings({ config }: { readonly config: ConfigText }): ReactElement | null {
  const { read, limit } = config;
  if (read === null) return null;
  const { limits } = read;
  return (
    <Group label="Limits in this text" heading={limits.length > 1 ? 'Limits in this text' : ''}>
      {limits.length === 0 && <p>No limit is understood in this text. The lane stays as it was.</p>}
      {limits.length > 1 && (
        <ol className={styles['limits']}>
          {limits.slice(0, MAX_LIMITS).map((one, place) => (
            <li key={`${one.line} ${one.what}`}>
              <button
                type="button"
                className={styles['limit']}
                aria-pressed={one === limit}
                onClick={() => config.choose(place)}
              >
                <span>Line {formatCount(one.line)}</span>
                <code>{one.what}</code>
                <span>{formatLimitShort({ n: one.policy.n, T: one.policy.T / 1e6 })}</span>
              </button>
            </li>
          ))}
          {limits.length > MAX_LIMITS && <li>And {pluralize(limits.length - MAX_LIMITS, 'other')}.</li>}
        </ol>
      )}
      {limit?.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <Button onClick={config.discard}>Write it anew from the lane</Button>
    </Group>
  );
}
