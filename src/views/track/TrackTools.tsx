/** The three tools of the track, which decide what a drag does. */
import type { ReactElement } from 'react';
import type { TrackTool } from './pointerActions.ts';
import styles from './TrackTools.module.css';

const TOOLS: readonly { readonly tool: TrackTool; readonly label: string }[] = [
  { tool: 'move', label: 'Move' },
  { tool: 'paint', label: 'Paint' },
  { tool: 'select', label: 'Select' },
];

export function TrackTools({
  tool,
  onChange,
}: {
  readonly tool: TrackTool;
  readonly onChange: (tool: TrackTool) => void;
}): ReactElement {
  return (
    <div className={styles['tools']} role="radiogroup" aria-label="Tool of the track">
      {TOOLS.map(({ tool: option, label }) => (
        <label key={option} className={styles['tool']}>
          <input
            className={styles['input']}
            type="radio"
            name="track-tool"
            checked={option === tool}
            onChange={() => onChange(option)}
          />
          <span className={styles['label']}>{label}</span>
        </label>
      ))}
    </div>
  );
}
