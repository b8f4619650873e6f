/** The traffic that is tuned to: its logs, how they are read, and what they cannot tell. */
import type { ReactElement } from 'react';
import { isCoarse, resolvePolicy, secondsFromMicros } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { decidingTime } from '../../tune/identifiable.ts';
import { logOf } from '../../store/tuning/logsState.ts';
import { useLogs, useTuning } from '../../store/tuning/tuningContext.tsx';
import { pluralize } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { MoreBelow } from '../ui/MoreBelow.tsx';
import { Select } from '../ui/Select.tsx';
import { ExampleButton } from '../text/ExampleButton.tsx';
import { READING_OPTIONS } from '../text/readingLabels.ts';
import { recordingPlaceText, type Recording } from '../traffic/recordingText.ts';
import { BadLines } from './log/BadLines.tsx';
import { ClientFields } from './log/ClientFields.tsx';
import { LogWork } from './log/LogWork.tsx';
import { ResolutionNote } from './ResolutionNote.tsx';
import styles from './TrafficCard.module.css';
import { datedSpanText } from '../text/clockText.ts';
import { recordingText } from './trafficText.ts';

/** @param clients of all traffic; null while they are not counted */
export function TrafficCard({ clients }: { readonly clients: number | null }): ReactElement {
  const traffic = useAppState((state) => state.scenario.traffic);
  const { openDialog, openDrawer } = useActions();
  const isHeld = useLogs((logs) =>
    traffic.some((entry) => entry.kind === 'recording' && logOf(logs, entry.digest) !== undefined),
  );
  const others = traffic.filter(({ kind }) => kind !== 'recording').length;
  const hasLog = others < traffic.length;
  return (
    <section className={styles['card']} aria-label="Tuned traffic">
      <div className={styles['content']}>
        <h2>Traffic</h2>
        {traffic.map((entry, phase) =>
          entry.kind === 'recording' ? (
            <LogPart key={entry.stream} entry={entry} phase={phase} clients={traffic.length > 1 ? null : clients} />
          ) : null,
        )}
        {isHeld && <LogWork />}
        {clients !== null && traffic.length > 1 && <p>{pluralize(clients, 'client')} in all</p>}
        {!hasLog && (
          <p>
            {traffic.length === 0 ? 'No requests yet. ' : ''}
            Open an access log to see which of its clients a limit would refuse. It stays in this page.
          </p>
        )}
        {others > 0 && (
          <p className={styles['others']}>
            {hasLog ? 'And ' : ''}
            {pluralize(others, hasLog ? 'other phase' : 'phase')}.{' '}
            <Button size="small" onClick={() => openDrawer('traffic')}>
              Edit phases
            </Button>
          </p>
        )}
        <Button variant={hasLog ? 'outline' : 'primary'} onClick={() => openDialog({ name: 'log', files: [] })}>
          {hasLog ? 'Open another log' : 'Open a log'}
        </Button>
        {!hasLog && (
          // One client, as a first visitor has, shows little of what tuning is.
          <p className={styles['others']}>
            No log at hand? <ExampleButton preset="hour-of-an-api" size="small" />
          </p>
        )}
      </div>
      <MoreBelow />
    </section>
  );
}

interface LogPartProps {
  readonly entry: Recording;
  readonly phase: number;
  /** Null where they are not only its own. */
  readonly clients: number | null;
}

function LogPart({ entry, phase, clients }: LogPartProps): ReactElement {
  const { changePhase } = useActions();
  const epoch = useAppState((state) => state.scenario.epoch);
  // A run without a date has no other time.
  const place = epoch === 0 ? null : recordingPlaceText(entry, epoch);
  return (
    <div className={styles['log']}>
      <p className={styles['name']}>
        {recordingText(entry)}
        {clients === null ? '' : `, ${pluralize(clients, 'client')}`}
      </p>
      <p className="label">{datedSpanText(entry)}</p>
      {place !== null && <p role="note">{place}</p>}
      <HeldFields digest={entry.digest} />
      {isCoarse(entry) && (
        <>
          <Select
            label="Requests with the same timestamp come"
            value={entry.reading}
            options={READING_OPTIONS}
            onChange={(reading) => changePhase(phase, { ...entry, reading })}
          />
          <Note resolution={entry.resolution} />
        </>
      )}
    </div>
  );
}

/** What can be said otherwise of the log while its file is held. */
function HeldFields({ digest }: { readonly digest: string }): ReactElement {
  const log = useLogs((state) => logOf(state, digest));
  const changing = useLogs((state) => (state.changing?.digest === digest ? state.changing.choice : null));
  const { logs } = useTuning();
  const own = log?.made.get(digest);
  if (log === undefined || own === undefined) return <WithoutFile />;
  return (
    <>
      <BadLines summary={log.summary} />
      {own.findings
        .filter(({ kind }) => kind !== 'resolution')
        .map(({ sentence }) => (
          <p key={sentence} className="label">
            {sentence}
          </p>
        ))}
      <ClientFields
        summary={log.summary}
        choice={changing ?? own.choice}
        onChange={(part) => logs.change(digest, part)}
      />
    </>
  );
}

/** A recording that a file or a link brought: its log's other columns are not in it. */
function WithoutFile(): ReactElement {
  const { openDialog, openDrawer } = useActions();
  return (
    <>
      <p className="label">With its file open, the key, the cost and what counts as bad can be changed.</p>
      <p className={styles['others']}>
        <Button size="small" onClick={() => openDialog({ name: 'log', files: [] })}>
          Open its file
        </Button>
        <Button size="small" onClick={() => openDrawer('traffic')}>
          Edit phase
        </Button>
      </p>
    </>
  );
}

function Note({ resolution }: { readonly resolution: number }): ReactElement {
  const scenario = useAppState((state) => state.scenario);
  const index = useAppState((state) => state.focusedLane);
  const lane = scenario.lanes[index];
  const times =
    lane === undefined
      ? null
      : { T: secondsFromMicros(resolvePolicy(scenario, index).T), deciding: decidingTime(scenario, lane) };
  return <ResolutionNote resolution={resolution} times={times} />;
}
