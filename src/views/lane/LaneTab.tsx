/** The Lane tab: limiter and name, own limits, edition, the limiter's options, and results. */
import { Suspense, use, useState, type ReactElement } from 'react';
import { catalogueEntryById, IDEAL_NOTE, type CatalogueEntry, type Lane } from '../../sim/index.ts';
import { defaultLaneName } from '../../store/defaultLaneName.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { isFutureHidden, laneFrame } from '../../store/selectors.ts';
import { useUndoGesture } from '../hooks/useUndoGesture.ts';
import { HiddenResults, NoLanes } from '../text/NothingShown.tsx';
import { Locked } from '../text/Locked.tsx';
import { LaneSelect } from '../text/LaneSelect.tsx';
import { unnamedLimiter } from '../text/laneText.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import { awaitedBy } from './describedSystems.ts';
import { LaneClients } from './LaneClients.tsx';
import { EditionGroup } from './EditionGroup.tsx';
import { Group } from '../ui/Group.tsx';
import { KnobField } from './KnobField.tsx';
import type { LaneProps } from './laneProps.ts';
import styles from './LaneTab.module.css';
import { LaneNodes } from './LaneNodes.tsx';
import { LaneLimits } from './LaneLimits.tsx';
import { StackFields } from './StackFields.tsx';

export function LaneTab(): ReactElement {
  return (
    <Suspense>
      <LaneForm />
    </Suspense>
  );
}

function LaneForm(): ReactElement {
  const index = useAppState((state) => Math.max(0, Math.min(state.focusedLane, state.scenario.lanes.length - 1)));
  const lane = useAppState((state) => state.scenario.lanes[index]);
  const laneInfo = useAppState((state) => laneFrame(state, index));
  const hidden = useAppState(isFutureHidden);
  if (lane === undefined) return <NoLanes />;
  const awaited = awaitedBy(lane, catalogueEntryById(lane.limiter));
  if (awaited !== null) use(awaited);
  const algorithm = catalogueEntryById(lane.limiter);
  const clients = (laneInfo?.summary.jobStats ?? null) !== null;
  const results = (laneInfo?.cluster ?? null) !== null ? 'nodes' : clients ? 'clients' : undefined;
  return (
    <div className={styles['lane']} data-results={results}>
      <AlgorithmSection key={`what ${index}`} index={index} lane={lane} entry={algorithm} />
      <Locked by="options">
        <LaneLimits key={`own ${index}`} index={index} lane={lane} usesCapacity={algorithm?.usesCapacity ?? true} />
        <div className={styles['editions']}>
          {laneInfo?.isSharedIdeal === true && <p>{IDEAL_NOTE}</p>}
          {algorithm !== undefined && <EditionGroup index={index} lane={lane} entry={algorithm} />}
        </div>
        {algorithm !== undefined && algorithm.knobs.length > 0 && (
          <AlgorithmOptions key={`${index} ${algorithm.id}`} index={index} lane={lane} entry={algorithm} />
        )}
        {lane.of !== undefined && (
          <Group label="Limits that stack" className={styles['stacked']}>
            <StackFields key={`stack ${index}`} index={index} lane={lane} />
          </Group>
        )}
      </Locked>
      {results !== undefined && (
        <div className={styles['results']}>
          {hidden ? (
            <HiddenResults />
          ) : (
            <>
              <LaneNodes index={index} />
              <LaneClients index={index} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

function AlgorithmSection({
  index,
  lane,
  entry: algorithm,
}: LaneProps & { readonly entry: CatalogueEntry | undefined }): ReactElement {
  const actions = useActions();
  const laneCount = useAppState((state) => state.scenario.lanes.length);
  return (
    <div className={styles['algorithm']}>
      {laneCount > 1 && <LaneSelect lane={index} onChange={(other) => actions.editLane(other)} />}
      <Locked by="lanes">
        <Button onClick={() => actions.openDialog({ name: 'limiter', lane: index })}>Change limiter…</Button>
      </Locked>
      <NameField index={index} lane={lane} />
      <p>{limiterText(lane, algorithm)}</p>
    </div>
  );
}

/** What the lane's limiter does; its name where the lane's does not say it. */
function limiterText(lane: Lane, entry: CatalogueEntry | undefined): string {
  if (entry === undefined)
    return `${lane.limiter}: this version does not know this limiter. The lane is kept but not run. Change its limiter, or remove the lane.`;
  const { name, summary, knobs } = entry;
  const text = unnamedLimiter(lane) === null ? summary : `${name}: ${summary}`;
  return knobs.length === 0 ? `${text} ${name} has no options.` : text;
}

/** If empty, a lane is named as its options say, or after its limiter. */
function NameField({ index, lane }: LaneProps): ReactElement {
  const actions = useActions();
  const gesture = useUndoGesture();
  // A space at the end stays in the field while more is typed, and is none of the name.
  const [typed, setTyped] = useState('');
  const label = lane.label ?? '';
  return (
    <TextField
      label="Name"
      value={typed.trim() === label ? typed : label}
      placeholder={defaultLaneName(lane)}
      maxLength={200}
      onInput={(text) => {
        setTyped(text);
        actions.renameLane(index, text.trim(), gesture.id());
      }}
      onCommit={gesture.end}
      onBlur={() => setTyped('')}
    />
  );
}

function AlgorithmOptions({
  index,
  lane,
  entry: algorithm,
}: LaneProps & { readonly entry: CatalogueEntry }): ReactElement {
  return (
    <Group label="Options" className={styles['options']}>
      {algorithm.knobs.map((knob) => (
        <KnobField key={knob.id} index={index} lane={lane} knob={knob} />
      ))}
    </Group>
  );
}
