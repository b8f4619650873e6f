/** Why the selected request was answered as it was: the verdict, the state, the rule with its numbers, the other lanes. */
import { useState, type ReactElement } from 'react';
import type { Explanation, Lane, Why } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { frameOf } from '../../store/selectors.ts';
import { inSeconds } from '../format/time.ts';
import { laneLabel } from '../lanes/laneText.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { Group } from './Group.tsx';
import styles from './WhyTab.module.css';
import { answerOf, askedWords, changesOf, DRAFT, exact, GLYPHS, remedyOf, requestWords, VERDICTS } from './whyText.ts';

export function WhyTab(): ReactElement {
  const shown = useShown();
  const lanes = useApp((state) => state.scenario.lanes);
  if (shown === null) return <Nothing />;
  const { why, lane } = shown;
  return (
    <div className={styles['why']}>
      <Verdict why={why} lane={lanes[lane]} />
      <State why={why} />
      <Answer why={why} lane={lane} />
      <Rule explanation={why.explanation} />
      <OtherLanes why={why} lane={lane} lanes={lanes} />
    </div>
  );
}

interface Shown {
  readonly why: Why;
  readonly lane: number;
}

/** The explanation with the lane that it was asked for: a selection that has moved on waits for its own. */
function useShown(): Shown | null {
  const why = useApp((state) => state.why);
  const selection = useApp((state) => state.selection);
  const [shown, setShown] = useState<Shown | null>(null);
  if (why === (shown?.why ?? null)) return shown;
  const next = why === null || selection === null ? null : { why, lane: selection.lane };
  if (next !== shown) setShown(next);
  return next;
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

function Verdict({ why, lane }: { readonly why: Why; readonly lane: Lane | undefined }): ReactElement {
  const keys = useApp((state) => state.result?.keys.length ?? 1);
  const asked = askedWords(why, keys);
  const { outcome, explanation } = why;
  return (
    <div className={styles['verdict']}>
      <p className="label">
        {requestWords(why)}
        {asked !== '' && <span className={styles['asked']}> {asked}</span>}
      </p>
      <h2 className={styles['heading']}>
        <Glyph name={GLYPHS[outcome]} size={16} />
        <span>{`${VERDICTS[outcome]} by ${lane === undefined ? 'this lane' : named(lane)}`}</span>
      </h2>
      <p>{explanation.sentence}</p>
      {outcome === 'deny' && <Remedy why={why} />}
    </div>
  );
}

/** The name, with the mark of what runs as published. */
function named(lane: Lane): string {
  return lane.edition === 'published' ? `${laneLabel(lane)} †` : laneLabel(lane);
}

function Remedy({ why }: { readonly why: Why }): ReactElement {
  const actions = useActions();
  const end = useApp((state) => state.result?.end ?? 0);
  const remedy = remedyOf(why);
  if (remedy === null) return <p className="label">No wait helps: this request would never be admitted.</p>;
  const beyond = remedy.at > end;
  return (
    <div className={styles['remedy']}>
      <p className="label">
        Admitted from <b>{remedy.from}</b> on, in {remedy.wait}
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

function Answer({ why, lane }: { readonly why: Why; readonly lane: number }): ReactElement | null {
  const frame = useApp((state) => frameOf(state, lane));
  if (frame === null) return null;
  const { status, fields, note } = answerOf(why, frame);
  return (
    <Group label="Answer" heading="As a server would answer" className={styles['answer']}>
      <code>{status}</code>
      {fields.map((field) => (
        <code key={field}>{field}</code>
      ))}
      {note !== '' && <p className="label">{note}</p>}
      <p className="label">RateLimit fields as in {DRAFT}.</p>
    </Group>
  );
}

function State({ why }: { readonly why: Why }): ReactElement {
  const changes = changesOf(why.before, why.after);
  const same = changes.every(({ after }) => after === null);
  return (
    <Group label="State before and after" heading="State before → after" className={styles['state']}>
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
      {same && <p className="label">Nothing changed.</p>}
    </Group>
  );
}

function Rule({ explanation }: { readonly explanation: Explanation }): ReactElement {
  const { rule, numbers, holds, code, lit } = explanation;
  return (
    <Group label="Rule" heading="Rule, with the numbers put in" className={styles['rule']}>
      <div className={styles['test']}>
        <code>{rule}</code>
        <code>
          {numbers} <b className={styles['holds']}>{String(holds)}</b>
        </code>
      </div>
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

interface OtherLanesProps extends Shown {
  readonly lanes: readonly Lane[];
}

function OtherLanes({ why, lane, lanes }: OtherLanesProps): ReactElement {
  const actions = useActions();
  const others = why.lanes.flatMap((decision, index) => {
    const other = lanes[index];
    return index === lane || other === undefined ? [] : [{ decision, index, other }];
  });
  return (
    <Group label="Other lanes" heading="The same request in the other lanes" className={styles['others']}>
      {others.length === 0 && <p>There is no other lane. Add one to compare.</p>}
      <ul>
        {others.map(({ decision, index, other }) => (
          <li key={index}>
            <button
              type="button"
              className={styles['other']}
              onClick={() => actions.select(index, decision.request, decision.at)}
            >
              <Glyph name={GLYPHS[decision.outcome]} />
              <span>
                {index + 1} {named(other)} {VERDICTS[decision.outcome].toLowerCase()}
              </span>
              <span className={styles['reason']}>
                {decision.outcome === 'delay' ? `by ${exact(decision.wait)}` : decision.reason}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Group>
  );
}
