/** What coarse stamps mean, and the line that a server's log format needs to tell more. */
import type { ReactElement } from 'react';
import { formatDuration } from '../format/time.ts';
import styles from './ResolutionNote.module.css';
import { resolutionSentence } from './trafficText.ts';

const LINES = [
  {
    server: 'nginx',
    line: `log_format timed '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $msec $request_time';`,
  },
  { server: 'Apache', line: `LogFormat "%h %l %u [%{%d/%b/%Y:%T}t.%{msec_frac}t %{%z}t] \\"%r\\" %>s %b" timed` },
] as const;

interface ResolutionNoteProps {
  readonly resolution: number;
  /** The tuned lane's window, seconds. */
  readonly T: number | null;
}

export function ResolutionNote({ resolution, T }: ResolutionNoteProps): ReactElement {
  return (
    <div className={styles['note']} role="note">
      <p>
        <strong>Stamps of {formatDuration(resolution)}.</strong> {resolutionSentence(resolution, T)}
      </p>
      <details>
        <summary>Log milliseconds</summary>
        {LINES.map(({ server, line }) => (
          <div key={server}>
            <p className="label">{server}</p>
            <pre className={styles['line']}>{line}</pre>
          </div>
        ))}
      </details>
    </div>
  );
}
