/** The product's own shadow mode: its config, what to count there, and how that compares with the run here. */
import { useRef, type ReactElement } from 'react';
import { CannotPrintError, type DryRun } from '../../configs/index.ts';
import type { Policy } from '../../sim/index.ts';
import type { ConfigLimit } from '../../store/configEdits.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { isFutureHidden, laneFrame } from '../../store/selectors.ts';
import { HIDDEN_TEXT } from '../text/hiddenText.ts';
import { stampsText } from '../text/stampsText.ts';
import { Group } from '../ui/Group.tsx';
import { ConfigButtons, DryRunButton, type DryRunToggle } from './ConfigEditor.tsx';
import styles from './ConfigEditor.module.css';
import { predictionText } from './configText.ts';

interface DryRunPanelProps {
  readonly index: number;
  readonly dryRun: DryRun;
  readonly limit: ConfigLimit;
  /** Whether the lane is of this product: the run then predicts the count. */
  readonly isOwn: boolean;
  readonly fileName: string;
  readonly policy: Policy;
  readonly toggle: DryRunToggle;
}

export function DryRunPanel({ index, dryRun, limit, isOwn, fileName, policy, toggle }: DryRunPanelProps): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null);
  const text = dryRunText(dryRun, limit, policy);
  return (
    <>
      <div className={styles['editor']}>
        <div className={styles['head']}>
          <span className="label">Dry run: it counts, and refuses nothing</span>
          <ConfigButtons text={text} fileName={fileName} area={area}>
            <DryRunButton {...toggle} />
          </ConfigButtons>
        </div>
        <div className={styles['frame']}>
          <textarea
            ref={area}
            className={styles['area']}
            aria-label="Config of the dry run"
            wrap="off"
            readOnly
            value={text}
          />
        </div>
      </div>
      <Group label="What to count" className={styles['reading']}>
        <p>{dryRun.collect}</p>
        {isOwn && <Prediction index={index} />}
        <p>{dryRun.comparison}</p>
      </Group>
    </>
  );
}

/** Options at fault are said in place of the text. */
function dryRunText(dryRun: DryRun, { policy, options }: ConfigLimit, { capacity }: Policy): string {
  try {
    return dryRun.print({ policy: { ...policy, capacity: policy.capacity ?? capacity }, options });
  } catch (error) {
    if (error instanceof CannotPrintError) return error.message;
    throw error;
  }
}

function Prediction({ index }: { readonly index: number }): ReactElement | null {
  const hidden = useAppState(isFutureHidden);
  const summary = useAppState((state) => laneFrame(state, index)?.summary);
  const stamps = useAppState(({ scenario }) => stampsText(scenario, index));
  if (summary === undefined) return null;
  if (hidden) return <p>{HIDDEN_TEXT}</p>;
  return (
    <p>
      {predictionText(summary.denied, summary.delayed)} {stamps}
    </p>
  );
}
