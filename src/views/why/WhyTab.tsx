/** Why the selected request was answered as it was: the verdict, the state, the rule with its numbers, the other lanes. */
import { useId, type ReactElement } from 'react';
import type { Explanation, Lane, LaneFrame, Picture, Why } from '../../sim/index.ts';
import { useActions, useApp, useStoreApi } from '../../store/react.tsx';
import { laneNow, whyOf } from '../../store/selectors.ts';
import type { Explained } from '../../store/state.ts';
import { pictureText } from '../charts/picture.ts';
import { StatePicture } from '../charts/StatePicture.tsx';
import { inSeconds } from '../format/time.ts';
import { laneLabel } from '../lanes/laneText.ts';
import { Messages } from '../messages/Messages.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { Group } from '../ui/Group.tsx';
import styles from './WhyTab.module.css';
import {
  answerOf,
  askedWords,
  atNode,
  changesOf,
  DRAFT,
  exact,
  GLYPHS,
  hopeless,
  nextTryWords,
  otherWords,
  promiseWords,
  remedyOf,
  requestWords,
  VERDICTS,
} from './whyText.ts';

export function WhyTab(): ReactElement {
  const shown = useApp((state) => state.why);
  const current = useApp((state) => state.selection !== null && whyOf(state, state.selection.lane) !== null);
  if (shown === null) return <Nothing />;
  // Until the next answer has come the last one stays as a whole: its own request, in its own run, by its own lane.
  const { run, lane, answer } = shown;
  return (
    <div className={cx(styles['why'], answer.sequence !== null && styles['several'])} aria-busy={!current}>
      <Verdict shown={shown} />
      {answer.sequence !== null && <Messages shown={shown} sequence={answer.sequence} className={styles['messages']} />}
      <State why={answer} />
      <Answer why={answer} frame={run.frames[lane]} />
      <Rule explanation={answer.explanation} />
      <OtherLanes shown={shown} />
    </div>
  );
}

interface ShownProps {
  readonly shown: Explained;
}

function Nothing(): ReactElement {
  return (
    <div className={styles['nothing']}>
      <p>Select a request to see why it was admitted or denied.</p>
      <p className={styles['how']}>
        Click a mark in a lane’s Decisions, or press <Kbd>→</Kbd> to walk from one request to the next.
      </p>
    </div>
  );
}

function Verdict({ shown }: ShownProps): ReactElement {
  const { run, lane: place, answer: why } = shown;
  const lane = run.of.lanes[place];
  const asked = askedWords(why, run.keys.length);
  const { outcome, explanation } = why;
  return (
    <div className={styles['verdict']}>
      <p className="label">
        {requestWords(why, run.of.traffic)}
        {asked !== '' && <span className={styles['asked']}> {asked}</span>}
      </p>
      <h2 className={styles['heading']}>
        <Glyph name={GLYPHS[outcome]} size={16} />
        <span>{`${VERDICTS[outcome]} by ${lane === undefined ? 'this lane' : named(lane)}${atNode(why)}`}</span>
      </h2>
      <p>{explanation.sentence}</p>
      {outcome === 'deny' && <Remedy why={why} end={run.end} />}
      <NextTry shown={shown} />
    </div>
  );
}

/** When the client of a request that came to nothing is back, and the way there. */
function NextTry({ shown: { run, lane: place, answer: why } }: ShownProps): ReactElement | null {
  const store = useStoreApi();
  const actions = useActions();
  const words = nextTryWords(why);
  if (words === null) return null;
  const { nextTry } = why;
  const go = (): void => {
    const index = laneNow(store.getState(), run, place);
    if (index >= 0 && nextTry !== null) actions.select(index, nextTry.request, nextTry.at);
  };
  return (
    <div className={styles['remedy']}>
      <p className="label">{words}</p>
      {nextTry !== null && (
        <Button size="small" onClick={go}>
          Go to try {(why.try?.number ?? 0) + 1}
        </Button>
      )}
    </div>
  );
}

/** The name, with the mark of what runs as published. */
function named(lane: Lane): string {
  return lane.edition === 'published' ? `${laneLabel(lane)} †` : laneLabel(lane);
}

function Remedy({ why, end }: { readonly why: Why; readonly end: number }): ReactElement {
  const actions = useActions();
  const remedy = remedyOf(why);
  if (remedy === null) return <p className={cx('label', styles['hopeless'])}>{hopeless(why)}</p>;
  const beyond = remedy.at > end;
  return (
    <div className={styles['remedy']}>
      <p className="label">
        {promiseWords(why)} from <b>{remedy.from}</b> on, in {remedy.wait}
        {why.waitThen > 0 && `, and then made to wait ${exact(why.waitThen)}`}
        {beyond && `, after the run’s end at ${inSeconds(end / 1e6)}`}
      </p>
      {!beyond && (
        <Button size="small" onClick={() => actions.seek(remedy.at)}>
          Go to {remedy.from}
        </Button>
      )}
    </div>
  );
}

function Answer({ why, frame }: { readonly why: Why; readonly frame: LaneFrame | undefined }): ReactElement | null {
  if (frame === undefined) return null;
  const { status, fields, note } = answerOf(why, frame);
  return (
    <Group label="Answer" heading="As a server would answer" className={styles['answer']}>
      <code>{status}</code>
      {fields.map((field) => (
        <code key={field}>{field}</code>
      ))}
      {note !== '' && <p className="label">{note}</p>}
      {why.quota !== null && <p className="label">RateLimit as in {DRAFT}</p>}
    </Group>
  );
}

function Pictured({ picture, label }: { readonly picture: Picture; readonly label: string }): ReactElement {
  const words = useId();
  return (
    <div className={styles['picture']}>
      <StatePicture label={label} describedBy={words} picture={picture} />
      <span id={words} hidden>
        {pictureText(picture)}
      </span>
    </div>
  );
}

function State({ why }: { readonly why: Why }): ReactElement {
  const changes = changesOf(why.before, why.after);
  const same = changes.every(({ after }) => after === null);
  return (
    <Group label="State before and after" heading="State before → after" className={styles['state']}>
      <div className={styles['pictures']}>
        <Pictured picture={why.pictures[0]} label="State before" />
        <span aria-hidden="true">→</span>
        <Pictured picture={why.pictures[1]} label="State after" />
      </div>
      <dl className={styles['facts']}>
        {changes.map(({ name, before, after }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {before}
              {after !== null && (
                <>
                  {' → '}
                  <b>{after}</b>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {same && changes.length > 0 && <p className="label">Nothing changed.</p>}
    </Group>
  );
}

function Rule({ explanation }: { readonly explanation: Explanation }): ReactElement {
  const { rule, numbers, holds, code, lit } = explanation;
  return (
    <Group label="Rule" heading={rule === '' ? 'What ran' : 'Rule, with the numbers put in'} className={styles['rule']}>
      {rule !== '' && (
        <div className={styles['test']}>
          <code>{rule}</code>
          <code>
            {numbers} <b className={styles['holds']}>{String(holds)}</b>
          </code>
        </div>
      )}
      <ol className={styles['code']}>
        {code.map((line, index) => {
          const ran = lit.includes(index);
          return (
            // Lines of one piece of code stay where they are.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className={cx(styles['line'], ran && styles['lit'])}>
              <code>{line}</code>
              {ran && <span className="visually-hidden"> (this ran)</span>}
            </li>
          );
        })}
      </ol>
    </Group>
  );
}

function OtherLanes({ shown: { run, lane, answer } }: ShownProps): ReactElement {
  const store = useStoreApi();
  const actions = useActions();
  const others = answer.lanes.flatMap((decision, index) => {
    const other = run.of.lanes[index];
    return index === lane || other === undefined ? [] : [{ decision, index, other }];
  });
  // A try is made again where an earlier one came to nothing: what lanes have in common is the job.
  const same = answer.try === null ? 'request' : 'job';
  const go = (place: number, request: number, at: number): void => {
    const index = laneNow(store.getState(), run, place);
    if (index >= 0) actions.select(index, request, at);
  };
  return (
    <Group label="Other lanes" heading={`The same ${same} in the other lanes`} className={styles['others']}>
      {others.length === 0 && <p>There is no other lane. Add one to compare.</p>}
      <ul>
        {others.map(({ decision, index, other }) =>
          decision === null ? (
            <li key={index} className={styles['absent']}>
              {index + 1} {named(other)} never came to it
            </li>
          ) : (
            <li key={index}>
              <button
                type="button"
                className={styles['other']}
                onClick={() => go(index, decision.request, decision.at)}
              >
                <Glyph name={GLYPHS[decision.outcome]} />
                <span>
                  {index + 1} {named(other)} {VERDICTS[decision.outcome].toLowerCase()}
                </span>
                <span className={styles['reason']}>{otherWords(decision, answer)}</span>
              </button>
            </li>
          ),
        )}
      </ul>
    </Group>
  );
}
