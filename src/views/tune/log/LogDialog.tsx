/** Opens a log: reads it, shows what was understood of it on its first rows, and makes it the scenario's traffic. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { afterPaint } from '../../../store/afterPaint.ts';
import { useActions, useAppState } from '../../../store/playgroundContext.tsx';
import { useLogs, useTuning, WithTuning } from '../../../store/tuning/tuningContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LogChooser } from './LogChooser.tsx';
import styles from './LogDialog.module.css';
import { LogUnderstood } from './LogUnderstood.tsx';
import { LogWork } from './LogWork.tsx';

export interface LogDialogProps {
  /** Read at once; without any, it asks for some. */
  readonly files: readonly File[];
}

export default function LogDialog(props: LogDialogProps): ReactElement {
  return (
    <WithTuning>
      <OpenLog {...props} />
    </WithTuning>
  );
}

function OpenLog({ files }: LogDialogProps): ReactElement {
  const { openDialog } = useActions();
  const { logs } = useTuning();
  const working = useLogs((state) => state.work !== null);
  const hasLog = useLogs((state) => state.log !== null);
  const hasTraffic = useAppState((state) => state.scenario.traffic.length > 0);
  const hasGoals = useAppState((state) => state.scenario.goals.length > 0);
  const [beside, setBeside] = useState(false);
  useReadOnce(files);
  const close = (): void => {
    logs.cancel();
    openDialog(null);
  };
  return (
    <Dialog
      open
      onClose={close}
      title="Open a log"
      description="It is read in this page and goes nowhere else."
      width={960}
      fullScreenOnPhone
      actions={
        <>
          {hasTraffic && hasLog && <Checkbox label="Keep the existing traffic" checked={beside} onChange={setBeside} />}
          <Button
            variant="primary"
            disabled={!hasLog || working}
            // Tune is painted before the dialog goes: both at once would take longer than a frame should.
            onClick={() => logs.use(beside, () => void afterPaint().then(() => openDialog(null)))}
          >
            Use this log
          </Button>
          {hasGoals && (
            <Button disabled={!hasLog || working} onClick={() => logs.holdOut(() => openDialog(null))}>
              Score the goals on it
            </Button>
          )}
          <Button onClick={close}>Cancel</Button>
        </>
      }
    >
      <div className={styles['content']}>
        <LogChooser onFiles={logs.open} />
        <LogWork />
        {hasLog && <LogUnderstood />}
      </div>
    </Dialog>
  );
}

/** Files that were dropped are read when the dialog opens, and when others are dropped on it. */
function useReadOnce(files: readonly File[]): void {
  const { logs } = useTuning();
  const read = useRef<readonly File[] | null>(null);
  useEffect(() => {
    if (files.length === 0 || read.current === files) return;
    read.current = files;
    logs.open(files);
  }, [logs, files]);
}
