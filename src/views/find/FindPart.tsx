/** The search for the shortest traffic: what is sought, as a sentence with choices, how far it is, and what it found. */
import { useEffect, useRef, type ReactElement } from 'react';
import { LEAST_EFFORT, MOST_EFFORT, type Effort } from '../../find/effort.ts';
import { MAX_SECONDS } from '../../sim/index.ts';
import { isAbout, type TrafficSearch } from '../../store/finding/finding.ts';
import { useFinder, useFinderState } from '../../store/finding/finderContext.tsx';
import { useAppState } from '../../store/playgroundContext.tsx';
import { parseDurationField, parseWholeField } from '../format/fields.ts';
import { formatCount } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Group } from '../ui/Group.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { Select } from '../ui/Select.tsx';
import { FoundTools } from './FoundTools.tsx';
import { BETWEEN, filled, KIND_LABELS, laneOptions, searchText, specOf, type FilledForm } from './findText.ts';
import styles from './TestTab.module.css';

/** The most permits that may be asked for, and the shortest span: a microsecond. */
const MOST_PERMITS = 1_000_000;
const SHORTEST = 0.000001;

export function FindPart(): ReactElement {
  const scenario = useAppState((state) => state.scenario);
  const focused = useAppState((state) => state.focusedLane);
  const finder = useFinder();
  const form = useFinderState((state) => state.form);
  const last = useFinderState((state) => state.search);
  const search = last !== null && isAbout(last, scenario) ? last : null;
  const asked = filled(form, scenario, focused);
  return (
    <Group label="Find" heading="Find the shortest traffic" className={styles['part']}>
      <Sentence asked={asked} />
      {asked.races !== null && (
        <Checkbox
          label="On several nodes: every order of their commands, delays, one fault"
          checked={asked.races}
          onChange={(races) => finder.setForm({ races })}
        />
      )}
      <div className={styles['row']}>
        {search?.running === true ? (
          <Button onClick={finder.stopSearch}>Stop the search</Button>
        ) : (
          <Button variant="primary" onClick={() => finder.find(specOf(asked), asked.effort)}>
            Find it
          </Button>
        )}
      </div>
      <SearchState search={search} />
      <HowFar effort={asked.effort} races={asked.races === true} />
    </Group>
  );
}

/** `Find the shortest traffic on which [1 Fixed window] [differs from] [2 Sliding log].` */
function Sentence({ asked }: { readonly asked: FilledForm }): ReactElement {
  const lanes = useAppState((state) => state.scenario.lanes);
  const { setForm } = useFinder();
  const { kind, lane, other, n, T } = asked;
  const kinds = Object.entries(KIND_LABELS) as [keyof typeof KIND_LABELS, string][];
  return (
    <div className={styles['row']}>
      <span>on which</span>
      <Select
        label="Lane"
        hideLabel
        value={String(lane)}
        options={laneOptions(lanes)}
        onChange={(chosen) => setForm({ lane: Number(chosen) })}
      />
      <Select
        label="What is sought"
        hideLabel
        value={kind}
        options={kinds.map(([value, label]) => ({ value, label, disabled: value === 'differ' && other === null }))}
        onChange={(chosen) => setForm({ kind: chosen })}
      />
      {kind === 'differ' ? (
        <Select
          label="Other lane"
          hideLabel
          value={String(other)}
          options={laneOptions(lanes).filter(({ value }) => value !== String(lane))}
          onChange={(chosen) => setForm({ other: Number(chosen) })}
        />
      ) : (
        <>
          <NumberField
            label="Permits"
            hideLabel
            className={styles['number'] ?? ''}
            value={n}
            min={1}
            max={MOST_PERMITS}
            parse={(text) => parseWholeField({ name: 'The number', min: 1, max: MOST_PERMITS }, text)}
            format={formatCount}
            onInput={(typed) => setForm({ n: typed })}
            errorFloats
          />
          <span>{BETWEEN[kind]}</span>
          <NumberField
            label="Span"
            hideLabel
            className={styles['number'] ?? ''}
            value={T}
            min={SHORTEST}
            max={MAX_SECONDS}
            parse={(text) => parseDurationField({ name: 'The span', min: SHORTEST, max: MAX_SECONDS }, text, 's')}
            onInput={(typed) => setForm({ T: typed })}
            suffix="s"
            errorFloats
          />
        </>
      )}
    </div>
  );
}

const EFFORT_LABELS: Readonly<Record<keyof Effort, string>> = {
  requests: 'Max. requests',
  tries: 'Random patterns',
  seed: 'Seed',
};

function HowFar({ effort, races }: { readonly effort: Effort; readonly races: boolean }): ReactElement {
  const { setForm } = useFinder();
  return (
    <details>
      <summary>More options</summary>
      <div className={styles['row']}>
        {(Object.entries(EFFORT_LABELS) as [keyof Effort, string][]).map(([part, usual]) => {
          const label = races && part === 'tries' ? 'Random runs' : usual;
          const limits = { min: LEAST_EFFORT[part], max: MOST_EFFORT[part] };
          return (
            <NumberField
              key={part}
              label={label}
              className={styles['number'] ?? ''}
              value={effort[part]}
              {...limits}
              parse={(text) => parseWholeField({ name: label, ...limits }, text)}
              format={formatCount}
              onInput={(typed) => setForm({ effort: { ...effort, [part]: typed } })}
              errorFloats
            />
          );
        })}
      </div>
    </details>
  );
}

function SearchState({ search }: { readonly search: TrafficSearch | null }): ReactElement {
  const progress = search?.running === true ? search.progress : null;
  const finding = search?.finding ?? null;
  return (
    <div ref={useBroughtIntoView(search)} className={styles['part']}>
      <ProgressBar label={progress?.trying ?? ''} value={progress?.done ?? null} />
      <div role="status">
        {search !== null && <p>{searchText(search)}</p>}
        {finding !== null && finding.found !== null && (
          <>
            <p>
              <b>{finding.found.sentence}</b>
            </p>
            <p className="label">{finding.found.note}</p>
          </>
        )}
      </div>
      {finding !== null && search !== null && finding.found !== null && (
        <FoundTools found={finding.found} lane={search.spec.lane} of={finding.sought} />
      )}
      {finding !== null && (
        <details>
          <summary>The instants</summary>
          <p className="label">{finding.instants}.</p>
        </details>
      )}
    </div>
  );
}

/** In a low drawer the answer would come below the edge: it scrolls there as a search begins and ends, but not to an old one. */
function useBroughtIntoView(search: TrafficSearch | null) {
  const element = useRef<HTMLDivElement>(null);
  const running = search?.running ?? null;
  const wasRunning = useRef(running);
  useEffect(() => {
    if (running === wasRunning.current) return;
    wasRunning.current = running;
    if (running !== null) element.current?.scrollIntoView({ block: 'nearest' });
  }, [running]);
  return element;
}
