/** Where a log comes from: files that are picked, or text that is pasted. Files may be dropped anywhere as well. */
import { useRef, useState, type ReactElement } from 'react';
import { useLogs } from '../../../store/tuning/tuningContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './LogDialog.module.css';

export function LogChooser({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  const hasLog = useLogs((state) => state.log !== null);
  return (
    <>
      <div className={styles['row']}>
        <Button variant={hasLog ? 'outline' : 'primary'} onClick={() => input.current?.click()}>
          {hasLog ? 'Choose other files' : 'Choose files'}
        </Button>
        <p className="label">
          Access logs of nginx, Apache, HAProxy, Envoy, Squid, IIS, Cloudflare, AWS and web frameworks, JSON lines,
          logfmt, CSV, HAR, and the output of k6, vegeta and hey; plain or gzip. Several files are merged by time.
        </p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Log files"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // The same file may be chosen again.
            target.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
      </div>
      {!hasLog && (
        <details>
          <summary>Paste lines instead</summary>
          <TextField
            label="Lines of a log"
            hideLabel
            rows={6}
            code
            className={styles['text'] ?? ''}
            value={pasted}
            onInput={setPasted}
          />
          <Button disabled={pasted.trim() === ''} onClick={() => onFiles([new File([pasted], 'Pasted lines')])}>
            Read these lines
          </Button>
        </details>
      )}
    </>
  );
}
