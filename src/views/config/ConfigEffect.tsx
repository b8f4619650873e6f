/** What the config does on the scenario's traffic: whether it says the lane, and what it decides differently. */
import type { ReactElement, RefObject } from 'react';
import { stackChargeOf } from '../../configs/index.ts';
import { catalogueEntryById, type Lane, type Policy } from '../../sim/index.ts';
import { laneWithLimits, textbookLane } from '../../store/configEdits.ts';
import { useConfigActions, useLaneDifference } from '../../store/configHooks.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { failedLaneIn, isFutureHidden } from '../../store/selectors.ts';
import { formatLimitShort } from '../format/rates.ts';
import { HIDDEN_TEXT } from '../text/hiddenText.ts';
import { laneName } from '../text/laneText.ts';
import { Locked } from '../text/Locked.tsx';
import { Button } from '../ui/Button.tsx';
import { Group } from '../ui/Group.tsx';
import styles from './ConfigTab.module.css';
import { differenceText, limitText, textbookText } from './configText.ts';
import type { WrittenConfig } from './writtenConfig.ts';

interface ConfigEffectProps {
  readonly index: number;
  readonly lane: Lane;
  readonly policy: Policy;
  readonly product: string;
  /** Whether the lane is of this product. */
  readonly isOwn: boolean;
  readonly written: WrittenConfig;
  /** The text has a limit for each key, and what is written one for all: what is said of that is not of the text. */
  readonly isPerKey: boolean;
  /** The editor, which has the focus when the choices are gone. */
  readonly area: RefObject<HTMLElement | null>;
}

export function ConfigEffect(props: ConfigEffectProps): ReactElement {
  const { index, lane, policy, product, isOwn, written, isPerKey, area } = props;
  const { setPolicy } = useConfigActions();
  return (
    <Group label="What that does, on this traffic">
      {'refusal' in written ? (
        <>
          <p>{written.refusal}</p>
          <Locked by="options">
            <div className={styles['choices']}>
              {written.nearest.map((one) => (
                <Button
                  key={`${one.n} ${one.T}`}
                  onClick={() => {
                    setPolicy(index, one);
                    area.current?.focus();
                  }}
                >
                  Use {formatLimitShort({ n: one.n, T: one.T / 1e6 })}
                </Button>
              ))}
            </div>
          </Locked>
        </>
      ) : (
        <>
          {!isOwn && lane.of === undefined && (
            <p>
              {limitText(policy, catalogueEntryById(lane.limiter)?.usesCapacity === true)} is written{' '}
              {written.differs === ''
                ? 'exactly: the same rate and burst.'
                : `as nearly as it can be: ${written.differs}`}
            </p>
          )}
          <Difference index={index} lane={lane} product={product} isOwn={isOwn} written={written} />
          {!isPerKey &&
            written.notes.map((note) => (
              <p key={note} className="label">
                {note}
              </p>
            ))}
        </>
      )}
    </Group>
  );
}

type DifferenceProps = Pick<ConfigEffectProps, 'index' | 'lane' | 'product' | 'isOwn'> & {
  readonly written: Exclude<WrittenConfig, { refusal: string }>;
};

/** A textbook lane beside its nearest system; a system beside its textbook. */
function Difference({ index, lane, product, isOwn, written }: DifferenceProps): ReactElement | null {
  const { showDifference } = useConfigActions();
  const hidden = useAppState(isFutureHidden);
  const scenario = useAppState((state) => state.scenario);
  const other = isOwn ? textbookLane(lane) : laneWithLimits(scenario, index, written.limits, stackChargeOf(product));
  const { difference, isCurrent } = useLaneDifference(index, other);
  const failed = useAppState((state) => failedLaneIn(state, index) !== null);
  const subject = isOwn ? textbookText(other, scenario.policy) : (catalogueEntryById(product)?.name ?? laneName(other));
  if (failed) return null;
  if (hidden) return <p>{HIDDEN_TEXT}</p>;
  const counted = difference === null || 'problem' in difference ? null : difference;
  return (
    <>
      <p aria-busy={!isCurrent}>
        {!isCurrent || difference === null
          ? COMPARING_TEXT
          : 'problem' in difference
            ? difference.problem
            : differenceText(subject, difference)}
      </p>
      {/* It stays in its place while the next answer is awaited. */}
      {counted !== null && counted.count > 0 && (
        <Locked by="lanes">
          <Button disabled={!isCurrent} onClick={() => showDifference(index, other)}>
            {counted.count === 1 ? 'Show it' : 'Show them'}
          </Button>
        </Locked>
      )}
    </>
  );
}

const COMPARING_TEXT = 'Comparing on this traffic…';
