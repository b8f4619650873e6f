/** The Config tab: the selected lane as a product's config text, an editor which the lane follows, and what that does. */
import { useState, type ReactElement } from 'react';
import { configProducts } from '../../configs/index.ts';
import { catalogueEntryById, resolvePolicy, type Lane } from '../../sim/index.ts';
import { useConfigDrafts } from '../../store/configHooks.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { NO_LANES_TEXT } from '../text/emptyText.ts';
import { laneName } from '../text/laneText.ts';
import { Locked } from '../text/Locked.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Select } from '../ui/Select.tsx';
import { ConfigEditor } from './ConfigEditor.tsx';
import { ConfigEffect } from './ConfigEffect.tsx';
import { ConfigFacts, Evidence } from './ConfigFacts.tsx';
import { ConfigFindings } from './ConfigFindings.tsx';
import styles from './ConfigTab.module.css';
import { DryRunPanel } from './DryRunPanel.tsx';
import { useConfigText } from './useConfigText.ts';
import { isConfigured } from './writtenConfig.ts';

export default function ConfigTab(): ReactElement {
  const index = useAppState((state) => Math.max(0, Math.min(state.focusedLane, state.scenario.lanes.length - 1)));
  const lane = useAppState((state) => state.scenario.lanes[index]);
  const actions = useActions();
  if (lane === undefined) {
    return (
      <EmptyState>
        {NO_LANES_TEXT}
        <Button onClick={() => actions.openDialog({ name: 'limiter', lane: null })}>Choose a limiter…</Button>
      </EmptyState>
    );
  }
  if (catalogueEntryById(lane.limiter) === undefined)
    return (
      <EmptyState>{lane.limiter}: this version does not know this limiter, so it cannot write its config.</EmptyState>
    );
  return <LaneConfig key={index} index={index} lane={lane} />;
}

function LaneConfig({ index, lane }: { readonly index: number; readonly lane: Lane }): ReactElement {
  const { nearest, chooseNearest } = useConfigDrafts();
  const configured = isConfigured(lane);
  /** Another product in which a real system's lane is looked at, until the lane is another system's. */
  const [other, setOther] = useState({ limiter: '', product: '' });
  const product = !configured ? nearest : other.limiter === lane.limiter ? other.product : lane.limiter;
  const [dry, setDry] = useState(false);
  const n = useAppState(({ scenario }) => resolvePolicy(scenario, index).n);
  const T = useAppState(({ scenario }) => resolvePolicy(scenario, index).T);
  const capacity = useAppState(({ scenario }) => resolvePolicy(scenario, index).capacity);
  const policy = { n, T, capacity };
  const config = useConfigText(index, lane, policy, product);
  const dryRun = configProducts.find(({ id }) => id === product)?.dryRun;
  const choose = (id: string): void => {
    if (configured) setOther({ limiter: lane.limiter, product: id });
    else chooseNearest(id);
  };

  return (
    <div className={styles['config']}>
      <div className={styles['system']}>
        <LaneChoice index={index} />
        <Select
          label={lane.limiter === product ? 'System' : 'Nearest in'}
          value={product}
          options={configProducts.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
        <Evidence product={product} />
      </div>
      {dry && dryRun !== undefined && !('refusal' in config.written) ? (
        <DryRunPanel
          index={index}
          dryRun={dryRun}
          limit={config.written.limit}
          isOwn={product === lane.limiter}
          fileName={config.written.fileName}
          policy={policy}
          onClose={() => setDry(false)}
        />
      ) : (
        <>
          <ConfigEditor
            config={config}
            {...(dryRun !== undefined && !('refusal' in config.written) && { onDryRun: () => setDry(true) })}
          />
          <div className={styles['effect']}>
            <Locked by="options">
              <ConfigFindings config={config} />
            </Locked>
            <ConfigEffect index={index} lane={lane} policy={policy} product={product} written={config.written} />
          </div>
        </>
      )}
      <ConfigFacts
        product={product}
        options={'refusal' in config.written ? {} : config.written.limit.options}
        isOwn={product === lane.limiter}
      />
    </div>
  );
}

function LaneChoice({ index }: { readonly index: number }): ReactElement | null {
  const lanes = useAppState((state) => state.scenario.lanes);
  const { focusLane } = useActions();
  if (lanes.length < 2) return null;
  return (
    <Select
      label="Lane"
      value={String(index)}
      options={lanes.map((lane, place) => ({ value: String(place), label: `${place + 1} ${laneName(lane)}` }))}
      onChange={(chosen) => focusLane(Number(chosen))}
    />
  );
}
