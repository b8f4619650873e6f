/** A limiter's full page: its state at the playhead, with transport controls, and its description. */
import { useCallback, useEffect, useRef, type ReactElement } from 'react';
import { catalogueEntryById, outcomeOf, type CatalogueEntry } from '../../sim/index.ts';
import { useActions, useAppState, usePlayhead, useStoreApi } from '../../store/playgroundContext.tsx';
import { lastExplanationOf, laneFrame, momentOf } from '../../store/selectors.ts';
import type { Player } from '../../store/player.ts';
import type { State } from '../../store/state.ts';
import { requestText } from '../why/whyText.ts';
import { PlayheadSlider } from '../dock/RunScrubber.tsx';
import { StepButtons } from '../dock/StepButtons.tsx';
import { formatInstant, formatInstantExact } from '../format/time.ts';
import { withUnits } from '../format/units.ts';
import { pressedKey } from '../hooks/pressedKey.ts';
import { laneName, lanePolicyParts } from '../text/laneText.ts';
import { changedOptionsText } from '../text/optionText.ts';
import { OUTCOME_GLYPHS, OUTCOME_LABELS, OUTCOME_SIGNS } from '../text/outcomeText.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { writeText } from '../ui/writeText.ts';
import { LimiterDescription } from './LimiterDescription.tsx';
import { ChooseLimiterButton } from './ChooseLimiterButton.tsx';
import styles from './LimiterPageDialog.module.css';
import { LiveStatePicture } from './LiveStatePicture.tsx';
import { useLaneOfLimiter } from './useLimiterMoment.ts';

interface LimiterPageDialogProps {
  readonly limiter: string;
  /** The lane whose state is shown; null: the first that runs the limiter. */
  readonly lane: number | null;
  readonly picking: { readonly lane: number | null } | null;
}

export default function LimiterPageDialog({ limiter: id, ...rest }: LimiterPageDialogProps): ReactElement | null {
  const entry = catalogueEntryById(id);
  return entry === undefined ? null : <LimiterPage entry={entry} {...rest} />;
}

interface LimiterPageProps extends Omit<LimiterPageDialogProps, 'limiter'> {
  readonly entry: CatalogueEntry;
}

function LimiterPage({ entry, lane: requestedLane, picking }: LimiterPageProps): ReactElement {
  const actions = useActions();
  const laneIndex = useLaneOfLimiter(entry.id, requestedLane);
  const lane = useAppState((state) => (laneIndex === null ? null : (state.scenario.lanes[laneIndex] ?? null)));
  useLimiterPageKeys(laneIndex);
  return (
    <Dialog
      open
      fullScreenOnPhone
      onClose={() => actions.openDialog(null)}
      title={entry.name}
      description={<PageSubtitle entry={entry} index={laneIndex} />}
      width={1120}
      height={720}
    >
      <div className={styles['card']}>
        <div className={styles['live']}>
          <LiveStatePicture styles={styles} key={`${entry.id} ${laneIndex}`} entry={entry} lane={laneIndex} />
          <PageTransport index={laneIndex} />
          {laneIndex !== null && <LastDecision index={laneIndex} />}
        </div>
        {/* Scrolling areas take focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles['told']} tabIndex={0} role="group" aria-label={`About ${entry.name}`}>
          <LimiterDescription entry={entry} lane={lane} heading="h3" />
          {(laneIndex === null || picking !== null) && <PageActions limiter={entry.id} lane={picking?.lane ?? null} />}
        </div>
      </div>
    </Dialog>
  );
}

/** `Buckets. Lane 3, Token bucket, 10 per 10 s.` */
function PageSubtitle({
  entry,
  index,
}: {
  readonly entry: CatalogueEntry;
  readonly index: number | null;
}): ReactElement {
  const lane = useAppState((state) => (index === null ? null : (state.scenario.lanes[index] ?? null)));
  const laneInfo = useAppState((state) => (index === null ? null : laneFrame(state, index)));
  if (index === null || lane === null) {
    const isScheme = entry.family === 'Distributed';
    return (
      <>
        {entry.family}. Not used in any lane
        {isScheme ? '.' : '; shown here on this scenario’s traffic.'}
      </>
    );
  }
  const policy = laneInfo === null ? [] : lanePolicyParts(lane, laneInfo, entry.usesCapacity).map(({ text }) => text);
  const label = laneName(lane);
  const parts = [
    `Lane ${index + 1}`,
    ...(label === entry.name ? [] : [`“${label}”`]),
    ...policy,
    ...changedOptionsText(lane),
  ];
  return (
    <>
      {entry.family}. {parts.join(', ')}
      {lane.edition === 'published' ? ', † as published.' : '.'}
    </>
  );
}

function PageTransport({ index }: { readonly index: number | null }): ReactElement {
  const status = useAppState((state) => state.status);
  const time = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  usePlayhead(
    useCallback(
      ({ at }: Player) => {
        const { range, chartColumns } = store.getState();
        if (time.current !== null) writeText(time.current, formatInstant(at, (range.to - range.from) / chartColumns));
      },
      [store],
    ),
  );
  return (
    <div className={styles['transport']}>
      <div className={styles['buttons']} role="group" aria-label="Transport">
        <StepButtons round lane={index} />
      </div>
      <div ref={time} className={styles['time']} aria-hidden="true" />
      <div className={styles['rail']}>
        <PlayheadSlider />
      </div>
      {/* The dock's status line announces it. */}
      <p className={styles['status']} aria-hidden="true">
        {status}
      </p>
    </div>
  );
}

/**
 * The selected decision with its rule and numbers; with none selected, the last decision before the playhead. The
 * previous explanation stays until the new one has arrived.
 */
function LastDecision({ index }: { readonly index: number }): ReactElement {
  const why = useAppState((state) => (state.selection?.lane === index ? lastExplanationOf(state, index) : null));
  const traffic = useAppState((state) => state.why?.result.scenario.traffic);
  if (why === null) {
    return (
      <div className={styles['last']} role="group" aria-label="Last decision">
        <LastDecisionLine index={index} />
        <p className="label">Step to a decision to see its rule and numbers.</p>
      </div>
    );
  }
  const { outcome, explanation } = why;
  const { sentence, condition, evaluatedCondition, holds } = explanation;
  return (
    <div className={styles['last']} role="group" aria-label="Last decision">
      <p>
        <Glyph name={OUTCOME_GLYPHS[outcome]} className={styles['sign'] ?? ''} />
        <b>{OUTCOME_LABELS[outcome]}</b> <span className="label">{requestText(why, traffic ?? [])}</span>
      </p>
      <p>{withUnits(sentence)}</p>
      {condition !== '' && (
        <p className={styles['rule']}>
          <code>{condition}</code>
          <code>
            {evaluatedCondition} <b>{String(holds)}</b>
          </code>
        </p>
      )}
    </div>
  );
}

/** Updated without React, since it changes at every frame during playback. */
function LastDecisionLine({ index }: { readonly index: number }): ReactElement {
  const store = useStoreApi();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const update = (state: State): void => {
      const last = momentOf(state, index)?.last ?? null;
      const text =
        last === null
          ? 'No decision yet.'
          : `${OUTCOME_SIGNS[outcomeOf(last.verdict)]} ${OUTCOME_LABELS[outcomeOf(last.verdict)]} at ${formatInstantExact(last.at)}`;
      if (line.current !== null) writeText(line.current, text);
    };
    update(store.getState());
    return store.subscribe((state, before) => {
      if (state.moments !== before.moments) update(state);
    });
  }, [store, index]);
  return <p ref={line} />;
}

function PageActions({ limiter, lane }: { readonly limiter: string; readonly lane: number | null }): ReactElement {
  const actions = useActions();
  return (
    <div className={styles['use']}>
      <ChooseLimiterButton limiter={limiter} lane={lane} />
      <Button onClick={() => actions.openDialog({ name: 'limiter', lane })}>All limiters</Button>
    </div>
  );
}

/** ← and → step, P and Space play and pause; a focused button or slider keeps its own keys. */
function useLimiterPageKeys(lane: number | null): void {
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
      }[pressedKey(event)];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', down);
    return () => removeEventListener('keydown', down);
  }, [store, actions, lane]);
}
