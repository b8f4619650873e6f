/** The Fairness tab: all lanes on the left, the keys of one lane on the right. */
import { Suspense, useState, type ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { isFutureHidden } from '../../store/selectors.ts';
import type { FairnessAnswer } from '../../store/state.ts';
import { SaveTable } from '../files/SaveTable.tsx';
import { noRequestsText } from '../text/emptyText.ts';
import { HiddenResults, NoLanes } from '../text/NothingShown.tsx';
import { ExampleButton } from '../text/ExampleButton.tsx';
import { laneNameWithEdition } from '../text/laneText.ts';
import { TermButton } from '../text/TermButton.tsx';
import { Button } from '../ui/Button.tsx';
import { isComparable, jainText, jainExplanation, wrongDecisionTexts } from './fairnessText.ts';
import { keysCsv, lanesCsv } from './fairnessCsv.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import styles from './FairnessTab.module.css';
import { KeySharesTable } from './KeySharesTable.tsx';
import { useLayout } from '../hooks/useLayout.ts';
import { RowName } from './RowName.tsx';

const KeysPictureDialog = lazyPart(() => import('./KeysPictureDialog.tsx'));

export function FairnessTab(): ReactElement | null {
  const actions = useActions();
  const lanes = useAppState((state) => state.scenario.lanes.length);
  const hasNoRequests = useAppState(
    ({ result }) => result !== null && result.laneInfos.every((laneInfo) => (laneInfo?.summary.requests ?? 0) === 0),
  );
  const fairness = useAppState((state) => state.fairness);
  const stale = useAppState(
    ({ fairness: answered, result, range }) => answered?.result !== result || answered?.range !== range,
  );
  const { width } = useLayout();
  const hidden = useAppState(isFutureHidden);
  if (lanes === 0) return <NoLanes />;
  if (hasNoRequests) return <EmptyState>{noRequestsText(width)}</EmptyState>;
  if (hidden) return <HiddenResults />;
  if (fairness === null) return null;
  if (!isComparable(fairness.answer.lanes)) {
    return (
      <EmptyState>
        All requests use one key. Give a phase several keys or a label to compare shares.
        <Button onClick={() => actions.openDrawer('traffic')}>Edit the phases</Button>
        <ExampleButton preset="noisy-neighbour" />
      </EmptyState>
    );
  }
  return (
    <div className={styles['fairness']} aria-busy={stale}>
      <LaneFairnessTable fairness={fairness} />
      <KeySharesTable fairness={fairness} />
    </div>
  );
}

/** Up to this many lanes fit at any drawer height and stay visible while the keys scroll. */
const MAX_STICKY_LANES = 3;

/** One row per lane: evenness of its shares, and errors on good and bad requests. */
function LaneFairnessTable({
  fairness: { result, lane: focusedLane, range, answer },
}: {
  readonly fairness: FairnessAnswer;
}): ReactElement {
  const { focusLane } = useActions();
  const keys = Math.max(...answer.lanes.map((fairness) => fairness?.keys ?? 0));
  const hasLabels = answer.lanes.some((fairness) => (fairness?.byLabel ?? null) !== null);
  return (
    <div className={styles['lanes']} data-sticky={answer.lanes.length <= MAX_STICKY_LANES || undefined}>
      <table aria-label="Shares in all lanes">
        <thead>
          <tr>
            <th scope="col">Lane</th>
            <th scope="col">
              <TermButton term="Jain’s index" />
            </th>
            {hasLabels && <th scope="col">Good refused</th>}
            {hasLabels && <th scope="col">Bad admitted</th>}
          </tr>
        </thead>
        <tbody>
          {answer.lanes.map((fairness, index) => {
            const lane = result.scenario.lanes[index];
            if (lane === undefined) return null;
            const labelled = fairness?.byLabel ?? null;
            const [good, bad] = labelled === null ? ['–', '–'] : wrongDecisionTexts(labelled);
            return (
              // Lanes are identified by index only.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <th scope="row">
                  <RowName
                    text={
                      <>
                        {index + 1} {laneNameWithEdition(lane)}
                      </>
                    }
                    wraps
                    pressed={index === focusedLane}
                    onClick={() => focusLane(index)}
                  />
                </th>
                <td>{jainText(fairness?.jain ?? null)}</td>
                {hasLabels && <WrongCell text={good} count={labelled?.good.denied ?? 0} lane={index} label="good" />}
                {hasLabels && <WrongCell text={bad} count={labelled?.bad.admitted ?? 0} lane={index} label="bad" />}
              </tr>
            );
          })}
        </tbody>
      </table>
      {keys > 1 && <p className="label">{jainExplanation(keys)}</p>}
      <div className={styles['save']}>
        <SaveTable
          what="shares in all lanes"
          text="Save lanes as CSV"
          rows={() => lanesCsv(result.scenario.lanes.map(laneNameWithEdition), answer.lanes)}
        />
        <SaveTable
          what={`keys of lane ${focusedLane + 1}`}
          text="Save keys as CSV"
          rows={() => keysCsv(answer.keys, answer.others)}
        />
        <KeysPicture shown={{ result, lane: focusedLane, range }} />
      </div>
    </div>
  );
}

interface WrongCellProps {
  /** `2 of 14` */
  readonly text: string;
  readonly count: number;
  readonly lane: number;
  readonly label: 'good' | 'bad';
}

/** How many; a button that goes from one to the next, where a log's own answers are compared with a lane's. */
function WrongCell({ text, count, lane, label }: WrongCellProps): ReactElement {
  const { stepWrong } = useActions();
  // Going there would hide this very table.
  const hidesFuture = useAppState((state) => state.futureHidden);
  if (count === 0 || hidesFuture) return <td>{text}</td>;
  const wrong = label === 'good' ? 'good request refused' : 'bad request admitted';
  return (
    <td>
      <button
        type="button"
        className={styles['wrong']}
        aria-label={`${text}: next ${wrong} by lane ${lane + 1}`}
        title={`Go to the next ${wrong}`}
        onClick={() => stepWrong(lane, label)}
      >
        {text}
      </button>
    </td>
  );
}

function KeysPicture({ shown }: { readonly shown: Pick<FairnessAnswer, 'result' | 'lane' | 'range'> }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" label={`Picture of the keys of lane ${shown.lane + 1}…`} onClick={() => setOpen(true)}>
        Picture…
      </Button>
      {isOpen && (
        <Suspense>
          <KeysPictureDialog shown={shown} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
