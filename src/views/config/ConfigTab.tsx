/** The Config tab: the selected lane as a product's config text, an editor which the lane follows, and what that does. */
import { useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { configProducts, dryRunOf, readableNames } from '../../configs/index.ts';
import { catalogueEntryById, joinWithAnd, resolvePolicy, type Lane } from '../../sim/index.ts';
import type { ConfigDraft } from '../../store/configDrafts.ts';
import { useConfigDrafts } from '../../store/configHooks.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { NoLanes } from '../text/NothingShown.tsx';
import { laneName } from '../text/laneText.ts';
import { Locked } from '../text/Locked.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Select } from '../ui/Select.tsx';
import { ConfigEditor } from './ConfigEditor.tsx';
import { ConfigEffect } from './ConfigEffect.tsx';
import { ConfigFacts, Evidence } from './ConfigFacts.tsx';
import { ConfigFindings } from './ConfigFindings.tsx';
import styles from './ConfigTab.module.css';
import { DryRunPanel } from './DryRunPanel.tsx';
import { useConfigText } from './useConfigText.ts';
import { configuredProduct } from './writtenConfig.ts';

export default function ConfigTab(): ReactElement {
  const index = useAppState((state) => Math.max(0, Math.min(state.focusedLane, state.scenario.lanes.length - 1)));
  const lane = useAppState((state) => state.scenario.lanes[index]);
  if (lane === undefined) return <NoLanes />;
  if (catalogueEntryById(lane.limiter) === undefined)
    return (
      <EmptyState>{lane.limiter}: this version does not know this limiter, so it cannot write its config.</EmptyState>
    );
  return <LaneConfig key={index} index={index} lane={lane} />;
}

function LaneConfig({ index, lane }: { readonly index: number; readonly lane: Lane }): ReactElement {
  const drafts = useConfigDrafts();
  const { nearest, chooseNearest } = drafts;
  const own = configuredProduct(lane);
  const n = useAppState(({ scenario }) => resolvePolicy(scenario, index).n);
  const T = useAppState(({ scenario }) => resolvePolicy(scenario, index).T);
  const capacity = useAppState(({ scenario }) => resolvePolicy(scenario, index).capacity);
  const policy = { n, T, capacity };
  /** A text that the lane does not follow is shown until another system is chosen. */
  const pending = drafts.pending(lane, policy);
  const [passedOver, passOver] = useState<ConfigDraft | null>(null);
  /** Another product in which a real system's lane is looked at, until the lane is another system's. */
  const [other, setOther] = useState({ of: '', product: '' });
  const chosen = own === null ? nearest : other.of === own ? other.product : own;
  const product = pending === null || pending === passedOver ? chosen : pending.product;
  const isOwn = product === own;
  const [dry, setDry] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasDry = useRef(dry);
  useLayoutEffect(() => {
    // The button that was pressed has gone with what it was above.
    if (wasDry.current !== dry) button.current?.focus();
    wasDry.current = dry;
  }, [dry]);
  const toggle = { button, pressed: dry, onToggle: () => setDry(!dry) };
  const config = useConfigText(index, lane, policy, product);
  const { readAs } = config.read ?? {};
  const { isShared = false } = configProducts.find(({ id }) => id === product) ?? {};
  const dryRun = dryRunOf(product, lane);
  const choose = (id: string): void => {
    passOver(pending);
    if (own !== null) setOther({ of: own, product: id });
    else chooseNearest(id);
  };

  return (
    <div className={styles['config']}>
      <div className={styles['system']}>
        <LaneChoice index={index} />
        <Select
          label={isOwn ? 'System' : 'Nearest in'}
          value={product}
          options={configProducts.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
        {!config.isForeign && <Evidence product={product} />}
        {readAs !== undefined && <p className="label">Read as {readAs}.</p>}
        <Readable />
      </div>
      {dry && dryRun !== undefined && !('refusal' in config.written) ? (
        <DryRunPanel
          index={index}
          dryRun={dryRun}
          limit={config.written.limits[0]}
          isOwn={isOwn}
          fileName={config.written.fileName}
          policy={policy}
          toggle={toggle}
        />
      ) : (
        <>
          <ConfigEditor
            config={config}
            area={area}
            {...(dryRun !== undefined && !('refusal' in config.written) && !config.isForeign && { dryRun: toggle })}
          />
          <div className={styles['effect']}>
            <Locked by="options">
              <ConfigFindings config={config} area={area} />
            </Locked>
            {/* It is of the lane, and not of a text that the lane does not follow, or of another product. */}
            {(config.read === null || (config.limits.length > 0 && !config.isForeign)) && (
              <ConfigEffect
                index={index}
                lane={lane}
                policy={policy}
                product={product}
                isOwn={isOwn}
                written={config.written}
                isPerKey={isShared && config.limits.some(({ key }) => key !== 'all')}
                area={area}
              />
            )}
          </div>
        </>
      )}
      {!config.isForeign && <ConfigFacts product={product} isOwn={isOwn && lane.of === undefined} />}
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

/** The list above it has only what a lane can be written for. */
function Readable(): ReactElement {
  return (
    <details className="label">
      <summary>What can be pasted</summary>
      <p>Limits of {joinWithAnd(readableNames)}. Whole files, too.</p>
    </details>
  );
}
