/** Saves every decision of all lanes, or of one, as a table or for programs. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { DecisionFormat } from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { isFutureHidden, requestCountIn } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { fileName, saveBlob, saveCsv } from '../files/saveFile.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { useSaid } from '../hooks/useSaid.ts';
import { HiddenResults } from '../text/NothingShown.tsx';
import { LanesSelect } from '../text/LanesSelect.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { decisionsFile } from './decisionsFile.ts';
import styles from './DecisionsFileDialog.module.css';

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
] as const;
const ABOUT: Readonly<Record<DecisionFormat, string>> = {
  csv: 'A row for each request and lane, for spreadsheets and statistics. Times are in seconds.',
  json: 'The scenario and each lane’s requests, as simulate --format json prints them. It opens here again.',
};

export default function DecisionsFileDialog({ lane: first }: { readonly lane: number | null }): ReactElement {
  const actions = useActions();
  const hidden = useAppState(isFutureHidden);
  const [lane, setLane] = useState(first);
  const [format, setFormat] = useState<DecisionFormat>('csv');
  const rows = useAppState((state) => lanesOf(state, lane).reduce((sum, { requests }) => sum + requests, 0));
  const { save, cancel, done, lost, said } = useSaving(lane, format);
  const close = (): void => {
    cancel();
    actions.openDialog(null);
  };
  return (
    <Dialog
      open
      onClose={close}
      title="Save decisions"
      width={560}
      said={said}
      actions={
        hidden ? undefined : done === null ? (
          <Button variant="primary" disabled={rows === 0} onClick={() => void save()}>
            Save
          </Button>
        ) : (
          <Button onClick={cancel}>Cancel</Button>
        )
      }
    >
      {hidden ? (
        <HiddenResults />
      ) : (
        <div className={styles['form']}>
          <div className={styles['row']}>
            <LanesSelect label="Lanes of the file" lane={lane} disabled={done !== null} onChange={setLane} />
            <SegmentedControl label="Kind of file" options={FORMATS} value={format} onChange={setFormat} />
          </div>
          <p>{ABOUT[format]}</p>
          <p role="status">{lost ? 'The run has gone. Close this and run it again.' : rowsText(rows, done)}</p>
          <ProgressBar label={rowsText(rows, done)} value={done === null ? null : done / Math.max(1, rows)} />
        </div>
      )}
    </Dialog>
  );
}

/** `1,200 rows`, `500 of 1,200 rows` */
function rowsText(rows: number, done: number | null): string {
  if (rows === 0) return 'No lane has decided anything.';
  return done === null ? pluralize(rows, 'row') : `${formatCount(done)} of ${pluralize(rows, 'row')}`;
}

/** The lanes of the shown run that could run. */
function lanesOf({ result }: State, lane: number | null) {
  if (result === null) return [];
  return result.laneInfos.flatMap((laneInfo, index) =>
    laneInfo === null || (lane !== null && lane !== index) ? [] : [{ index, requests: requestCountIn(result, index) }],
  );
}

function useSaving(lane: number | null, format: DecisionFormat) {
  const store = useStoreApi();
  const { said, say } = useSaid();
  /** Rows so far; null while nothing is saved. */
  const [done, setDone] = useState<number | null>(null);
  const [lost, setLost] = useState(false);
  const saving = useRef<AbortController | null>(null);
  const cancel = (): void => {
    saving.current?.abort();
    saving.current = null;
    setDone(null);
  };
  useEffect(() => () => saving.current?.abort(), []);
  const save = async (): Promise<void> => {
    const { result } = store.getState();
    if (result === null) return;
    const controller = new AbortController();
    saving.current = controller;
    setLost(false);
    say('');
    setDone(0);
    const parts = await decisionsFile({
      scenario: result.scenario,
      lanes: lanesOf(store.getState(), lane),
      format,
      signal: controller.signal,
      onProgress: setDone,
      ask: (index, from, to) =>
        new Promise((resolve) => {
          store.ask(
            'decisionText',
            { lane: index, format, from, to },
            // A piece of another run would stand among those of this one.
            (text) => resolve(store.getState().result === result ? text : null),
            () => resolve(null),
          );
        }),
    });
    if (controller.signal.aborted) return;
    setDone(null);
    setLost(parts === null);
    if (parts === null) return;
    // Beside the scenario's own file, which is JSON as well.
    const name = fileName(result.scenario.title, format, `decisions${lane === null ? '' : ` of lane ${lane + 1}`}`);
    if (format === 'csv') saveCsv(parts, name);
    else saveBlob(new Blob([...parts], { type: 'application/json' }), name);
    say(`Saved as ${name}.`);
  };
  return { save, cancel, done, lost, said };
}
