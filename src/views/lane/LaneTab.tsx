/** One lane's settings: its limiter and name, its own limits, the edition that runs, the limiter's options. */
import { useState, type ReactElement } from 'react';
import { describedById, IDEAL_NOTE, type Choosable, type Edition } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { frameOf } from '../../store/selectors.ts';
import { laneLabel } from '../lanes/laneText.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { ClientsOfLane } from './ClientsOfLane.tsx';
import { Errata } from './Errata.tsx';
import { Group } from '../ui/Group.tsx';
import { KnobField } from './KnobField.tsx';
import type { LaneProps } from './laneProps.ts';
import styles from './LaneTab.module.css';
import { NodesOfLane } from './NodesOfLane.tsx';
import { OwnLimits } from './OwnLimits.tsx';

export function LaneTab(): ReactElement {
  const index = useApp((state) => Math.max(0, Math.min(state.lane, state.scenario.lanes.length - 1)));
  const lane = useApp((state) => state.scenario.lanes[index]);
  const frame = useApp((state) => frameOf(state, index));
  const actions = useActions();
  if (lane === undefined) {
    return (
      <div className={styles['none']}>
        <p>No lanes yet. Add a limiter to see what it decides.</p>
        <Button onClick={() => actions.openDialog({ name: 'limiter', lane: null })}>Choose a limiter…</Button>
      </div>
    );
  }
  const limiter = describedById(lane.limiter);
  const clients = (frame?.summary.work ?? null) !== null;
  const results = (frame?.cluster ?? null) !== null ? 'nodes' : clients ? 'clients' : undefined;
  return (
    <div className={styles['lane']} data-results={results}>
      <What key={`what ${index}`} index={index} lane={lane} limiter={limiter} />
      <OwnLimits key={`own ${index}`} index={index} lane={lane} usesCapacity={limiter?.usesCapacity ?? true} />
      <div className={styles['which']}>
        {frame?.ideal === true && <p>{IDEAL_NOTE}</p>}
        {limiter !== undefined && <Edition index={index} lane={lane} limiter={limiter} />}
      </div>
      {limiter !== undefined && <Options key={`${index} ${limiter.id}`} index={index} lane={lane} limiter={limiter} />}
      {results !== undefined && (
        <div className={styles['results']}>
          <NodesOfLane index={index} />
          <ClientsOfLane index={index} />
        </div>
      )}
    </div>
  );
}

function What({ index, lane, limiter }: LaneProps & { readonly limiter: Choosable | undefined }): ReactElement {
  const actions = useActions();
  const lanes = useApp((state) => state.scenario.lanes);
  return (
    <div className={styles['what']}>
      {lanes.length > 1 && (
        <Select
          label="Lane"
          value={String(index)}
          options={lanes.map((other, place) => ({ value: String(place), label: `${place + 1} ${laneLabel(other)}` }))}
          onChange={(place) => actions.editLane(Number(place))}
        />
      )}
      <Button onClick={() => actions.openDialog({ name: 'limiter', lane: index })}>Change limiter…</Button>
      <NameField index={index} lane={lane} />
      <p>
        {limiter === undefined
          ? `${lane.limiter}: this version keeps this limiter and does not run it. Change it, or remove the lane.`
          : limiter.idea}
      </p>
    </div>
  );
}

/** Left empty, a lane is called what its limiter is called. */
function NameField({ index, lane }: LaneProps): ReactElement {
  const actions = useActions();
  const [draft, setDraft] = useState<string | null>(null);
  const label = lane.label ?? '';
  return (
    <TextField
      label="Name"
      value={draft ?? label}
      placeholder={describedById(lane.limiter)?.name ?? lane.limiter}
      maxLength={200}
      onInput={setDraft}
      onCommit={(text) => {
        if (text.trim() !== label) actions.renameLane(index, text.trim());
      }}
      onBlur={() => setDraft(null)}
    />
  );
}

const EDITIONS: { readonly [E in Edition]: { readonly label: string; readonly help: string } } = {
  corrected: { label: 'Corrected', help: 'Does what the source’s prose promises.' },
  published: { label: 'As published †', help: 'Does what the source’s code does:' },
};

function Edition({ index, lane, limiter }: LaneProps & { readonly limiter: Choosable }): ReactElement | null {
  const actions = useActions();
  const { editions, errata } = limiter;
  if (editions.length < 2 && errata.length === 0) return null;
  const defects = <Errata limiter={limiter} />;
  if (editions.length < 2) {
    return (
      <Group label="Defects" className={styles['edition']}>
        {defects}
      </Group>
    );
  }
  return (
    <Group label="Edition" className={styles['edition']}>
      {editions.map((edition) => (
        <div key={edition}>
          <label className={styles['radio']}>
            <input
              type="radio"
              name={`edition of lane ${index + 1}`}
              checked={lane.edition === edition}
              aria-describedby={`edition-${edition}`}
              onChange={() => actions.setEdition(index, edition)}
            />
            {EDITIONS[edition].label}
          </label>
          <div id={`edition-${edition}`} className={styles['about']}>
            <p className="label">{EDITIONS[edition].help}</p>
            {edition === 'published' && defects}
          </div>
        </div>
      ))}
    </Group>
  );
}

function Options({ index, lane, limiter }: LaneProps & { readonly limiter: Choosable }): ReactElement {
  return (
    <Group label="Options" className={styles['options']}>
      {limiter.knobs.length === 0 && <p>{limiter.name} has no options.</p>}
      {limiter.knobs.map((knob) => (
        <KnobField key={knob.id} index={index} lane={lane} knob={knob} />
      ))}
    </Group>
  );
}
