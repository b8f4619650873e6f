/** How far the reading of a log is, with Stop; and why the last one failed. */
import { useState, type ReactElement } from 'react';
import { useLogs, useTuning } from '../../../store/tuning/tuningContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './LogWork.module.css';
import { progressText } from './logText.ts';

const STARTED = { reading: 'Reading the log.', making: 'Making a recording of it.' } as const;
const ENDED = 'Reading has ended.';

export function LogWork(): ReactElement {
  const work = useLogs((state) => state.work);
  const problem = useLogs((state) => state.problem);
  const { logs } = useTuning();
  const does = work?.does ?? null;
  // Its start and its end are heard. The figures between them change ten times a second, and would talk over all else.
  const [heard, setHeard] = useState<{ readonly does: typeof does; readonly text: string }>({ does: null, text: '' });
  if (heard.does !== does)
    setHeard({
      does,
      text: does !== null ? STARTED[does] : problem === null ? ENDED : '',
    });
  const progress = work?.progress ?? null;
  const text = does === 'making' ? 'Making a recording of it' : progressText(progress);
  return (
    <>
      {work !== null && (
        <div className={styles['work']}>
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
        </div>
      )}
      <p role="status" className={problem === null ? 'visually-hidden' : styles['problem']}>
        {problem === null ? (
          heard.text
        ) : (
          <>
            <Glyph name="notice" />
            {problem}
          </>
        )}
      </p>
    </>
  );
}
