/** The Why? tab for the selected request: verdict, state, rule with its numbers, other lanes. */
import { useId, useRef, type ReactElement } from 'react';
import type { Explanation, LaneInfo, Picture, Sequence, Why } from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { currentLaneIndex, isFutureHidden, selectedWhy, shownUntil } from '../../store/selectors.ts';
import type { ExplainedDecision } from '../../store/state.ts';
import { pictureText } from '../charts/statePicture.ts';
import { StatePicture } from '../charts/StatePicture.tsx';
import { formatSeconds } from '../format/time.ts';
import { Messages } from '../messages/Messages.tsx';
import { noMessagesText } from '../messages/messageText.ts';
import { withUnits } from '../format/units.ts';
import { timeNote } from '../text/clockText.ts';
import { laneNameWithEdition } from '../text/laneText.ts';
import { OUTCOME_GLYPHS, OUTCOME_LABELS, OUTCOME_NAMES } from '../text/outcomeText.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { hasHover } from '../ui/mediaQueries.ts';
import { Group } from '../ui/Group.tsx';
import styles from './WhyTab.module.css';
import {
  httpAnswer,
  keyAndCostText,
  atNodeText,
  stateChanges,
  RATE_LIMIT_DRAFT,
  noRemedyText,
  nextTryText,
  noAnswerText,
  otherLaneText,
  remedyLeadText,
  retryRemedy,
  requestText,
  waitText,
} from './whyText.ts';

export function WhyTab(): ReactElement {
  const explained = useAppState((state) => state.why);
  const current = useAppState((state) => state.selection !== null && selectedWhy(state, state.selection.lane) !== null);
  if (explained === null) return <NoSelection />;
  // Until the next answer arrives the last one is shown unchanged, with its own request, run and lane.
  const { result, lane, answer } = explained;
  return (
    <div className={cx(styles['why'], messagesLayout(answer.sequence))} aria-busy={!current}>
      <Verdict explained={explained} />
      {answer.sequence !== null && (
        <Messages explained={explained} sequence={answer.sequence} className={styles['messages']} />
      )}
      <StateChangeSection why={answer} />
      <HttpAnswerSection why={answer} laneInfo={result.laneInfos[lane] ?? undefined} />
      <RuleSection explanation={answer.explanation} />
      <OtherLanes explained={explained} />
    </div>
  );
}

/** A diagram has the middle; that there is none is a line under the verdict, and leaves state and rule their place. */
function messagesLayout(sequence: Sequence | null): string | false | undefined {
  return sequence !== null && styles[noMessagesText(sequence) === null ? 'withMessages' : 'withoutMessages'];
}

interface ExplainedProps {
  readonly explained: ExplainedDecision;
}

function NoSelection(): ReactElement {
  return (
    <div className={styles['noSelection']}>
      <p>Select a request to see why it was admitted or denied.</p>
      <p className={styles['hint']}>
        {hasHover() ? (
          <>
            Click a mark in a lane’s Decisions, or press <Kbd>←</Kbd> or <Kbd>→</Kbd> to step through the requests.
          </>
        ) : (
          'Tap a mark in a lane’s Decisions, or step through the requests with the buttons beside Play.'
        )}
      </p>
    </div>
  );
}

function Verdict({ explained }: ExplainedProps): ReactElement {
  const { result, lane: laneIndex, answer: why } = explained;
  const lane = result.scenario.lanes[laneIndex];
  const asked = keyAndCostText(why, result.keyNames.length);
  const { outcome, explanation } = why;
  return (
    <div className={styles['verdict']}>
      <p className="label">
        {requestText(why, result.scenario.traffic)}
        {timeNote(why.at, result.scenario)}
        {asked !== '' && <span className={styles['keyAndCost']}> {asked}</span>}
      </p>
      <h2 className={styles['heading']}>
        <Glyph name={OUTCOME_GLYPHS[outcome]} size={16} />
        <span>{`${OUTCOME_LABELS[outcome]} by ${lane === undefined ? 'this lane' : laneNameWithEdition(lane)}${atNodeText(why)}`}</span>
      </h2>
      <p>{withUnits(explanation.sentence)}</p>
      {outcome === 'deny' && <Remedy why={why} end={result.end} />}
      <NextTry explained={explained} />
    </div>
  );
}

/** When the client of a denied or timed-out request retries, with a button to go there. */
function NextTry({ explained: { result, lane: place, answer: why } }: ExplainedProps): ReactElement | null {
  const store = useStoreApi();
  const actions = useActions();
  const text = nextTryText(why);
  const hidden = useAppState(isFutureHidden);
  if (text === null) return null;
  if (hidden) return <p className="label">Whether it is retried is hidden beyond the playhead.</p>;
  const { nextTry } = why;
  const go = (): void => {
    const index = currentLaneIndex(store.getState(), result, place);
    if (index >= 0 && nextTry !== null) actions.select(index, nextTry.request, nextTry.at);
  };
  return (
    <div className={styles['remedy']}>
      <p className="label">{text}</p>
      {nextTry !== null && (
        <Button size="small" onClick={go}>
          Go to try {(why.try?.number ?? 0) + 1}
        </Button>
      )}
    </div>
  );
}

function Remedy({ why, end }: { readonly why: Why; readonly end: number }): ReactElement {
  const actions = useActions();
  const remedy = retryRemedy(why);
  if (remedy === null) return <p className={cx('label', styles['noRemedy'])}>{noRemedyText(why)}</p>;
  const afterRunEnd = remedy.at > end;
  return (
    <div className={styles['remedy']}>
      <p className="label">
        {remedyLeadText(why)} from <b>{remedy.from}</b> on, in <span>{remedy.wait}</span>
        {why.delayAfterRetry > 0 && `, and then delayed by ${waitText(why.delayAfterRetry)}`}
        {afterRunEnd && `, after the run’s end at ${formatSeconds(end / 1e6)}`}
      </p>
      {!afterRunEnd && (
        <Button size="small" onClick={() => actions.seek(remedy.at)}>
          Go to {remedy.from}
        </Button>
      )}
    </div>
  );
}

function HttpAnswerSection({
  why,
  laneInfo,
}: {
  readonly why: Why;
  readonly laneInfo: LaneInfo | undefined;
}): ReactElement | null {
  if (laneInfo === undefined) return null;
  const { status, fields, note } = httpAnswer(why, laneInfo);
  return (
    <Group label="Answer" heading="As a server would answer" className={styles['answer']}>
      <code>{status}</code>
      {fields.map((field) => (
        <code key={field}>{field}</code>
      ))}
      {note !== '' && <p className="label">{note}</p>}
      {why.quota !== null && <p className="label">RateLimit as in {RATE_LIMIT_DRAFT}</p>}
    </Group>
  );
}

function DescribedPicture({ picture, label }: { readonly picture: Picture; readonly label: string }): ReactElement {
  const textId = useId();
  return (
    <div className={styles['picture']}>
      <StatePicture label={label} describedBy={textId} picture={picture} />
      <span id={textId} hidden>
        {pictureText(picture)}
      </span>
    </div>
  );
}

function StateChangeSection({ why }: { readonly why: Why }): ReactElement {
  const changes = stateChanges(why.before, why.after);
  const unchanged = changes.every(({ after }) => after === null);
  return (
    <Group label="State before and after" heading="State before → after" className={styles['state']}>
      <div className={styles['pictures']}>
        <DescribedPicture picture={why.pictures[0]} label="State before" />
        <span aria-hidden="true">→</span>
        <DescribedPicture picture={why.pictures[1]} label="State after" />
      </div>
      <dl className={styles['facts']}>
        {changes.map(({ name, before, after }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {withUnits(before)}
              {after !== null && (
                <>
                  {' → '}
                  <b>{withUnits(after)}</b>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {unchanged && changes.length > 0 && <p className="label">Nothing changed.</p>}
      {why.sequence?.unitsText && <p className="label">{why.sequence.unitsText}</p>}
    </Group>
  );
}

function RuleSection({ explanation }: { readonly explanation: Explanation }): ReactElement {
  const { condition, evaluatedCondition, holds, code, executedLines, parts } = explanation;
  return (
    <Group
      label="Rule"
      heading={condition === '' ? 'Executed code' : 'Rule with actual values'}
      className={styles['rule']}
    >
      {parts !== undefined && <StackedRules parts={parts} />}
      {parts === undefined && condition !== '' && (
        <div className={styles['condition']}>
          <code>{condition}</code>
          <code>
            {evaluatedCondition} <b className={styles['holds']}>{String(holds)}</b>
          </code>
        </div>
      )}
      <ol>
        {code.map((line, index) => {
          const ran = executedLines.includes(index);
          return (
            // Lines of code are never reordered.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className={cx(styles['line'], ran && styles['executed'])}>
              <code>{line}</code>
              {ran && <span className="visually-hidden"> (executed)</span>}
            </li>
          );
        })}
      </ol>
    </Group>
  );
}

/** What each limit of a stack answered, and its own rule. */
function StackedRules({ parts }: { readonly parts: NonNullable<Explanation['parts']> }): ReactElement {
  return (
    <ol className={styles['stacked']} aria-label="Limits">
      {parts.map(({ name, answer, condition, evaluatedCondition }, place) => (
        // Limits are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place}>
          {place + 1}. {name}: <b>{answer}</b>
          {condition !== '' && (
            <div className={styles['condition']}>
              <code>{condition}</code>
              <code>{evaluatedCondition}</code>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function OtherLanes({ explained: { result, lane, answer } }: ExplainedProps): ReactElement {
  const store = useStoreApi();
  const actions = useActions();
  const shownEnd = useAppState(shownUntil);
  const list = useRef<HTMLUListElement>(null);
  const others = answer.lanes.flatMap((decision, index) => {
    const other = result.scenario.lanes[index];
    return index === lane || other === undefined ? [] : [{ decision, index, other }];
  });
  // Retries depend on earlier denials in each lane: what lanes have in common is the job.
  const commonUnit = answer.try === null ? 'request' : 'job';
  const go = (place: number, request: number, at: number): void => {
    const index = currentLaneIndex(store.getState(), result, place);
    if (index >= 0) actions.select(index, request, at);
    // The list is at the end; what that lane answered begins at the top.
    list.current?.closest('[role=tabpanel]')?.scrollTo({ top: 0 });
  };
  return (
    <Group label="Other lanes" heading={`The same ${commonUnit} in the other lanes`} className={styles['others']}>
      {others.length === 0 && <p>No other lanes. Add one to compare.</p>}
      <ul ref={list}>
        {others.map(({ decision, index, other }) =>
          decision === null ? (
            <li key={index} className={styles['notReached']}>
              {index + 1} {laneNameWithEdition(other)} {noAnswerText(result, index, commonUnit)}
            </li>
          ) : decision.at > shownEnd ? (
            <li key={index} className={styles['notReached']}>
              {index + 1} {laneNameWithEdition(other)}: hidden beyond the playhead
            </li>
          ) : (
            <li key={index}>
              <button
                type="button"
                className={styles['otherLane']}
                onClick={() => go(index, decision.request, decision.at)}
              >
                <Glyph name={OUTCOME_GLYPHS[decision.outcome]} />
                <span>
                  {index + 1} {laneNameWithEdition(other)} {OUTCOME_NAMES[decision.outcome]}
                </span>
                <span className={styles['reason']}>{otherLaneText(decision, answer)}</span>
              </button>
            </li>
          ),
        )}
      </ul>
    </Group>
  );
}
