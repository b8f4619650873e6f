/** The three tools of the track: what a hand on it does. */
import type { ReactElement } from 'react';
import type { Tool } from './deeds.ts';
import styles from './Tools.module.css';

const TOOLS: readonly { readonly tool: Tool; readonly label: string }[] = [
  { tool: 'move', label: 'Move' },
  { tool: 'paint', label: 'Paint' },
  { tool: 'select', label: 'Select' },
];

export function Tools({
  tool,
  onChange,
}: {
  readonly tool: Tool;
  readonly onChange: (tool: Tool) => void;
}): ReactElement {
  return (
    <div className={styles['tools']} role="radiogroup" aria-label="Tool of the track">
      {TOOLS.map(({ tool: one, label }) => (
        <label key={one} className={styles['tool']}>
          <input
            className={styles['input']}
            type="radio"
            name="track-tool"
            checked={one === tool}
            onChange={() => onChange(one)}
          />
          <span className={styles['words']}>{label}</span>
        </label>
      ))}
    </div>
  );
}
