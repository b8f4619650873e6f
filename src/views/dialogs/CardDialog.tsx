/** A limiter on a page of its own: its state at the playhead, which can be played and stepped here, and what it is. */
import { useCallback, useEffect, useRef, type ReactElement } from 'react';
import { describedById, outcomeOf, type Choosable } from '../../sim/index.ts';
import { useActions, useApp, usePlayhead, useStoreApi } from '../../store/react.tsx';
import { explainedBy, frameOf } from '../../store/selectors.ts';
import type { Player } from '../../store/player.ts';
import type { State } from '../../store/state.ts';
import { exact, GLYPHS, requestWords, VERDICTS } from '../why/whyText.ts';
import { Rail } from '../dock/Strip.tsx';
import { Steps } from '../dock/Steps.tsx';
import { clock } from '../format/time.ts';
import { laneLabel, policyParts } from '../lanes/laneText.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { About } from './About.tsx';
import { Choose } from './Choose.tsx';
import styles from './CardDialog.module.css';
import { LivePicture } from './LivePicture.tsx';
import { useCardLane } from './useCardMoment.ts';

interface CardDialogProps {
  readonly limiter: string;
  /** The lane that is named in the dialog's opening; null: the first that has the limiter. */
  readonly lane: number | null;
  readonly picking: { readonly lane: number | null } | null;
}

export default function CardDialog({ limiter: id, ...rest }: CardDialogProps): ReactElement | null {
  const limiter = describedById(id);
  return limiter === undefined ? null : <Card limiter={limiter} {...rest} />;
}

interface CardProps extends Omit<CardDialogProps, 'limiter'> {
  readonly limiter: Choosable;
}

function Card({ limiter, lane: named, picking }: CardProps): ReactElement {
  const actions = useActions();
  const index = useCardLane(limiter.id, named);
  const lane = useApp((state) => (index === null ? null : (state.scenario.lanes[index] ?? null)));
  useCardKeys(index);
  return (
    <Dialog
      open
      page
      onClose={() => actions.openDialog(null)}
      title={limiter.name}
      description={<Where limiter={limiter} index={index} />}
      width={1120}
      height={720}
    >
      <div className={styles['card']}>
        <div className={styles['live']}>
          <LivePicture styles={styles} key={`${limiter.id} ${index}`} limiter={limiter} index={index} />
          <Transport index={index} />
          {index !== null && <LastDecision index={index} />}
        </div>
        {/* Scrolling areas take focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles['told']} tabIndex={0} role="group" aria-label={`About ${limiter.name}`}>
          <About limiter={limiter} lane={lane} heading="h3" />
          {(index === null || picking !== null) && <Use limiter={limiter.id} lane={picking?.lane ?? null} />}
        </div>
      </div>
    </Dialog>
  );
}

/** `Buckets. Lane 3, Token bucket, 10 per 10 s.` */
function Where({ limiter, index }: { readonly limiter: Choosable; readonly index: number | null }): ReactElement {
  const lane = useApp((state) => (index === null ? null : (state.scenario.lanes[index] ?? null)));
  const frame = useApp((state) => (index === null ? null : frameOf(state, index)));
  if (index === null || lane === null) {
    const scheme = limiter.family === 'Several processes';
    return (
      <>
        {limiter.family}. In no lane
        {scheme ? ', so no node runs it.' : ': here it decides on the traffic of this scenario.'}
      </>
    );
  }
  const policy = frame === null ? [] : policyParts(lane, frame, limiter.usesCapacity).map(({ text }) => text);
  const label = laneLabel(lane);
  const parts = [`Lane ${index + 1}`, ...(label === limiter.name ? [] : [`“${label}”`]), ...policy];
  return (
    <>
      {limiter.family}. {parts.join(', ')}
      {lane.edition === 'published' ? ', † as published.' : '.'}
    </>
  );
}

function Transport({ index }: { readonly index: number | null }): ReactElement {
  const status = useApp((state) => state.status);
  const time = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  usePlayhead(
    useCallback(
      ({ at }: Player) => {
        const { range, columns } = store.getState();
        if (time.current !== null) time.current.textContent = clock(at, (range.to - range.from) / columns);
      },
      [store],
    ),
  );
  return (
    <div className={styles['transport']}>
      <div className={styles['buttons']} role="group" aria-label="Transport">
        <Steps round lane={index} />
      </div>
      <div ref={time} className={styles['time']} aria-hidden="true" />
      <div className={styles['rail']}>
        <Rail />
      </div>
      {/* The page's own status says it aloud. */}
      <p className={styles['status']} aria-hidden="true">
        {status}
      </p>
    </div>
  );
}

const SIGNS = { allow: '●', delay: '○', deny: '✕' } as const;

/**
 * The decision that is selected, with the rule's numbers; else which one was the last. The one before stays, as that,
 * until the rule has come.
 */
function LastDecision({ index }: { readonly index: number }): ReactElement {
  const why = useApp((state) => (state.selection?.lane === index ? explainedBy(state, index) : null));
  const traffic = useApp((state) => state.why?.run.of.traffic);
  if (why === null) {
    return (
      <div className={styles['last']} role="group" aria-label="Last decision">
        <LastInWords index={index} />
        <p className="label">Step to a decision, and the rule stands here with its numbers.</p>
      </div>
    );
  }
  const { outcome, explanation } = why;
  const { sentence, rule, numbers, holds } = explanation;
  return (
    <div className={styles['last']} role="group" aria-label="Last decision">
      <p>
        <Glyph name={GLYPHS[outcome]} className={styles['sign'] ?? ''} />
        <b>{VERDICTS[outcome]}</b> <span className="label">{requestWords(why, traffic ?? [])}</span>
      </p>
      <p>{sentence}</p>
      <p className={styles['rule']}>
        <code>{rule}</code>
        <code>
          {numbers} <b>{String(holds)}</b>
        </code>
      </p>
    </div>
  );
}

/** Written past React while it plays. */
function LastInWords({ index }: { readonly index: number }): ReactElement {
  const store = useStoreApi();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const tell = ({ moments }: State): void => {
      const last = moments?.[index]?.last ?? null;
      const text =
        last === null
          ? 'Nothing is decided yet.'
          : `${SIGNS[outcomeOf(last.verdict)]} ${VERDICTS[outcomeOf(last.verdict)]} at ${exact(last.at)}`;
      if (line.current !== null && line.current.textContent !== text) line.current.textContent = text;
    };
    tell(store.getState());
    return store.subscribe((state, before) => {
      if (state.moments !== before.moments) tell(state);
    });
  }, [store, index]);
  return <p ref={line} />;
}

function Use({ limiter, lane }: { readonly limiter: string; readonly lane: number | null }): ReactElement {
  const actions = useActions();
  return (
    <div className={styles['use']}>
      <Choose limiter={limiter} lane={lane} />
      <Button onClick={() => actions.openDialog({ name: 'limiter', lane })}>All limiters</Button>
    </div>
  );
}

/** ← and → step, P and Space play and pause; a focused button or slider has its own keys. */
function useCardKeys(lane: number | null): void {
  const store = useStoreApi();
  const actions = useActions();
  useEffect(() => {
    const down = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (!store.getState().singleKeys || !(event.target instanceof Element)) return;
      const onButton = event.target.closest('button') !== null;
      const onSlider = event.target.closest('[role=slider]') !== null;
      const action = {
        ArrowLeft: onSlider ? undefined : () => actions.step(-1, lane),
        ArrowRight: onSlider ? undefined : () => actions.step(1, lane),
        p: actions.toggle,
        ' ': onButton || event.repeat ? undefined : actions.toggle,
      }[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', down);
    return () => removeEventListener('keydown', down);
  }, [store, actions, lane]);
}
