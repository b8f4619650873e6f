/** What coarse stamps mean, and the line that a server's log format needs to tell more. */
import type { ReactElement } from 'react';
import { SERVER_LINES } from '../../logs/serverLines.ts';
import { formatDuration } from '../format/time.ts';
import styles from './ResolutionNote.module.css';
import { resolutionSentence, type LaneTimes } from './trafficText.ts';

interface ResolutionNoteProps {
  readonly resolution: number;
  /** The tuned lane's; null without one. */
  readonly times: LaneTimes | null;
}

export function ResolutionNote({ resolution, times }: ResolutionNoteProps): ReactElement {
  return (
    <div className={styles['note']} role="note">
      <p>
        <strong>Timestamps: {formatDuration(resolution)}.</strong> {resolutionSentence(resolution, times)}
      </p>
      <details>
        <summary>Log milliseconds</summary>
        {SERVER_LINES.map(({ server, line }) => (
          <div key={server}>
            <p className="label">{server}</p>
            <pre className={styles['line']}>{line}</pre>
          </div>
        ))}
      </details>
    </div>
  );
}
