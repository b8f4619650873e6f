/** How far the reading of a log is, with Stop; and why the last one failed. */
import type { ReactElement } from 'react';
import { useLogs, useTuning } from '../../../store/tuning/tuningContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './LogWork.module.css';
import { progressText } from './logText.ts';

export function LogWork(): ReactElement {
  const work = useLogs((state) => state.work);
  const problem = useLogs((state) => state.problem);
  const { logs } = useTuning();
  const progress = work?.progress ?? null;
  const text = work === null ? '' : work.does === 'making' ? 'Making a recording of it' : progressText(progress);
  return (
    <div className={styles['work']} aria-live="polite">
      {work !== null && (
        <>
          <ProgressBar
            label={text}
            value={progress === null || progress.totalBytes === null ? 0 : progress.bytes / progress.totalBytes}
          />
          <div className={styles['row']}>
            <p>{text}</p>
            <Button size="small" onClick={logs.stop}>
              Stop
            </Button>
          </div>
        </>
      )}
      {problem !== null && (
        <p className={styles['problem']}>
          <Glyph name="notice" />
          {problem}
        </p>
      )}
    </div>
  );
}
