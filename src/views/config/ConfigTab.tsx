/** The Config tab: the selected lane as a product's config text, an editor which the lane follows, and what that does. */
import { useId, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { configProducts, dryRunOf, readableNames } from '../../configs/index.ts';
import { catalogueEntryById, joinWithAnd, resolvePolicy, type Lane, type Policy } from '../../sim/index.ts';
import type { ConfigDraft } from '../../store/configDrafts.ts';
import { useConfigDrafts } from '../../store/configHooks.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { NoLanes } from '../text/NothingShown.tsx';
import { LaneSelect } from '../text/LaneSelect.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Select } from '../ui/Select.tsx';
import { ConfigEditor, type DryRunToggle } from './ConfigEditor.tsx';
import { ConfigEffect } from './ConfigEffect.tsx';
import { ConfigFacts, Evidence } from './ConfigFacts.tsx';
import { ConfigFindings } from './ConfigFindings.tsx';
import styles from './ConfigTab.module.css';
import { FirstProblem } from './ConfigProblems.tsx';
import { DryRunPanel } from './DryRunPanel.tsx';
import { useConfigText } from './useConfigText.ts';
import { configuredProduct, type WrittenConfig } from './writtenConfig.ts';

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
  const n = useAppState(({ scenario }) => resolvePolicy(scenario, index).n);
  const T = useAppState(({ scenario }) => resolvePolicy(scenario, index).T);
  const capacity = useAppState(({ scenario }) => resolvePolicy(scenario, index).capacity);
  const policy = { n, T, capacity };
  const laneCount = useAppState(({ scenario }) => scenario.lanes.length);
  const { focusLane } = useActions();
  const { product, isOwn, choose } = useProduct(lane, policy);
  const config = useConfigText(index, lane, policy, product);
  const { written, read, limits, isForeign } = config;
  const dryRun = dryRunIn(written, product, lane);
  const toggle = useDryRunToggle();
  const dryRunIsShown = toggle.pressed && dryRun !== null;
  const area = useRef<HTMLTextAreaElement>(null);
  const problemsId = useId();
  const { isShared = false } = configProducts.find(({ id }) => id === product) ?? {};

  return (
    <div className={styles['config']}>
      <FirstProblem listId={problemsId} problems={dryRunIsShown ? [] : (read?.problems ?? [])} />
      <div className={styles['system']}>
        {laneCount > 1 && <LaneSelect lane={index} onChange={focusLane} />}
        <Select
          label={isOwn ? 'System' : 'Nearest in'}
          value={product}
          options={configProducts.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
        {!isForeign && <Evidence product={product} />}
        {read?.readAs !== undefined && <p className="label">Read as {read.readAs}.</p>}
        <Readable />
      </div>
      {dryRunIsShown ? (
        <DryRunPanel index={index} {...dryRun} isOwn={isOwn} policy={policy} toggle={toggle} />
      ) : (
        <>
          <ConfigEditor
            config={config}
            area={area}
            problemsId={problemsId}
            {...(dryRun !== null && !isForeign && { dryRun: toggle })}
          />
          <div className={styles['effect']}>
            <ConfigFindings config={config} area={area} problemsId={problemsId} />
            {/* It is of the lane, and not of a text that the lane does not follow, or of another product. */}
            {(read === null || (limits.length > 0 && !isForeign)) && (
              <ConfigEffect
                index={index}
                lane={lane}
                policy={policy}
                product={product}
                isOwn={isOwn}
                written={written}
                isPerKey={isShared && limits.some(({ key }) => key !== 'all')}
                area={area}
              />
            )}
          </div>
        </>
      )}
      {!isForeign && <ConfigFacts product={product} isOwn={isOwn && lane.of === undefined} />}
    </div>
  );
}

/** The product in whose config the lane is shown: a real system's own, else the one that was last chosen as the nearest. */
function useProduct(lane: Lane, policy: Policy) {
  const { nearest, chooseNearest, pending } = useConfigDrafts();
  const own = configuredProduct(lane);
  /** A text that the lane does not follow is shown until another system is chosen. */
  const draft = pending(lane, policy);
  const [passedOver, passOver] = useState<ConfigDraft | null>(null);
  /** Another product in which a real system's lane is looked at, until the lane is another system's. */
  const [other, setOther] = useState({ of: '', product: '' });
  const chosen = own === null ? nearest : other.of === own ? other.product : own;
  const product = draft === null || draft === passedOver ? chosen : draft.product;
  return {
    product,
    isOwn: product === own,
    choose: (id: string): void => {
      passOver(draft);
      if (own !== null) setOther({ of: own, product: id });
      else chooseNearest(id);
    },
  };
}

/** What the dry run of a written config is shown from; null where there is none. */
function dryRunIn(written: WrittenConfig, product: string, lane: Lane) {
  if ('refusal' in written) return null;
  const dryRun = dryRunOf(product, lane);
  if (dryRun === undefined) return null;
  return { dryRun, limit: written.limits[0], fileName: written.fileName };
}

function useDryRunToggle(): DryRunToggle {
  const [pressed, setPressed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(pressed);
  useLayoutEffect(() => {
    // The button that was pressed has gone with what it was above.
    if (wasPressed.current !== pressed) button.current?.focus();
    wasPressed.current = pressed;
  }, [pressed]);
  return { button, pressed, onToggle: () => setPressed(!pressed) };
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
