/** A lane's head: grip, number, name and menu; its policy; the state at the playhead; the figures. */
import { useEffect, useId, useRef, useState, type PointerEvent, type RefObject } from 'react';
import {
  describedById,
  type Instant,
  type Lane,
  type LaneFrame,
  type Picture as PictureData,
} from '../../sim/index.ts';
import { useActions, useApp, useStoreApi } from '../../store/react.tsx';
import type { State } from '../../store/state.ts';
import { momentText } from '../charts/picture.ts';
import { StatePicture, type StatePictureHandle } from '../charts/StatePicture.tsx';
import { count, number } from '../format/numbers.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { Menu } from '../ui/Menu.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Width } from '../hooks/useLayout.ts';
import styles from './LaneHead.module.css';
import { policyParts } from './laneText.ts';
import { nodesParts, nodesTitle } from './nodesText.ts';
import { optionWords } from './optionText.ts';
import { DOT, shortCount, tightness, workParts, type Figure } from './workText.ts';

interface LaneHeadProps {
  readonly index: number;
  readonly lane: Lane;
  readonly label: string;
  readonly frame: LaneFrame | null;
  readonly width: Width;
  readonly row: RefObject<HTMLElement | null>;
}

export function LaneHead({ index, lane, label, frame, width, row }: LaneHeadProps) {
  const [renaming, setRenaming] = useState(false);
  const phone = width === 'phone';
  const ending = frame?.ending ?? null;
  const talks = frame !== null && nodesParts(frame).length > 0;
  return (
    <div className={styles['head']} data-work={(frame?.summary.work ?? null) !== null || talks || undefined}>
      <div className={styles['line']}>
        <Grip index={index} row={row} />
        <span className={styles['number']} aria-hidden="true">
          {index + 1}
        </span>
        {renaming ? (
          <Rename index={index} label={label} onEnd={() => setRenaming(false)} />
        ) : (
          <h2 className={styles['name']} title={label}>
            {label}
          </h2>
        )}
        {phone && <PhoneFigures index={index} frame={frame} />}
        <LaneMenu index={index} limiter={lane.limiter} onRename={() => setRenaming(true)} />
      </div>
      <div
        className={styles['second']}
        data-second={lane.edition === 'published' || ending !== null || talks || undefined}
      >
        <p className={styles['policy']}>
          <Policy lane={lane} frame={frame} />
        </p>
        {/* Not beside the name, which it would leave no room. */}
        {lane.edition === 'published' && <PublishedMark lane={lane} />}
        {ending !== null && <Ending sentence={ending} className={styles['beside'] ?? ''} />}
        {ending === null && talks && <Nodes frame={frame} className={styles['beside'] ?? ''} />}
      </div>
      <div className={styles['state']}>
        <Picture index={index} />
        <Figures index={index} frame={frame} />
      </div>
      {ending !== null && <Ending sentence={ending} className={styles['below'] ?? ''} />}
      {talks && <Nodes frame={frame} className={styles['under'] ?? ''} />}
      {frame !== null && <Work frame={frame} />}
    </div>
  );
}

function Policy({ lane, frame }: { lane: Lane; frame: LaneFrame | null }) {
  if (frame === null) return <>–</>;
  const parts = policyParts(lane, frame, describedById(lane.limiter)?.usesCapacity === true);
  const own = parts.filter((part) => part.own);
  const inherited = parts.filter((part) => !part.own);
  return (
    <>
      {inherited.map(({ text }) => text).join(', ')}
      {own.length > 0 && (
        <>
          {inherited.length > 0 ? ', ' : ''}own <strong>{own.map(({ text }) => text).join(', ')}</strong>
        </>
      )}
      {optionWords(lane).map((text) => `, ${text}`)}
    </>
  );
}

function PublishedMark({ lane }: { lane: Lane }) {
  const defects = (describedById(lane.limiter)?.errata ?? []).map(({ name }) => name).join(', ');
  return (
    <span className={styles['published']} title={`Runs the source's code, defect included: ${defects}.`}>
      † as published
    </span>
  );
}

/**
 * How it ended, where that is worth a sentence: as much of it as there is room for, and all of it to be read. It stands
 * beside the policy in a low row, below the figures in a high one.
 */
function Ending({ sentence, className }: { sentence: string; className: string }) {
  return (
    <p className={`${styles['ending']} ${className}`} title={sentence}>
      <Glyph name="notice" size={10} />
      {sentence}
    </p>
  );
}

/** How many nodes decide, and what that takes: likewise beside the policy, or below the figures. */
function Nodes({ frame, className }: { frame: LaneFrame; className: string }) {
  return (
    <p className={`${styles['nodes']} ${className}`} title={nodesTitle(frame)}>
      {nodesParts(frame).map(({ text, long }) => (
        <span key={text} data-long={long}>
          {text}
        </span>
      ))}
    </p>
  );
}

/** What its clients did, in a row that is high enough; the Lane tab has it in full. */
function Work({ frame }: { frame: LaneFrame }) {
  const [jobs, ...rest] = workParts(frame);
  if (jobs === undefined) return null;
  return (
    <p className={styles['work']} title={[jobs, ...rest].join(DOT)}>
      {jobs}
      {rest.length > 0 && <span>{DOT + rest.join(DOT)}</span>}
    </p>
  );
}

/** A drag moves the lane among the others; rows are equally high, so the pointer's height says where to. */
function Grip({ index, row }: { index: number; row: RefObject<HTMLElement | null> }) {
  const { moveLane } = useActions();
  const lanes = useApp((state) => state.scenario.lanes.length);
  const start = useRef<{ y: number; pitch: number } | null>(null);
  const target = (event: PointerEvent): number => {
    if (start.current === null) return index;
    const places = Math.round((event.clientY - start.current.y) / start.current.pitch);
    return Math.max(0, Math.min(lanes - 1, index + places));
  };
  const end = (): void => {
    start.current = null;
    row.current?.style.removeProperty('transform');
    row.current?.removeAttribute('data-dragged');
  };
  return (
    <span
      className={styles['grip']}
      title="Drag to move the lane, or press Alt+↑ and Alt+↓"
      onPointerDown={(event) => {
        if (event.button !== 0 || row.current === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { y: event.clientY, pitch: row.current.offsetHeight + 8 };
        row.current.setAttribute('data-dragged', '');
      }}
      onPointerMove={(event) => {
        if (start.current === null) return;
        row.current?.style.setProperty('transform', `translateY(${event.clientY - start.current.y}px)`);
      }}
      onPointerUp={(event) => {
        if (start.current === null) return;
        const to = target(event);
        end();
        moveLane(index, to);
      }}
      onPointerCancel={end}
    >
      <Glyph name="grip" />
    </span>
  );
}

function LaneMenu({ index, limiter, onRename }: { index: number; limiter: string; onRename: () => void }) {
  const actions = useActions();
  const lanes = useApp((state) => state.scenario.lanes.length);
  return (
    <Menu
      label={`Lane ${index + 1} menu`}
      size="small"
      items={[
        {
          label: 'About this limiter',
          // A scenario may keep a limiter that this version does not know.
          disabled: describedById(limiter) === undefined,
          onSelect: () => actions.openDialog({ name: 'card', limiter, lane: index, picking: null }),
        },
        { label: 'Change limiter…', onSelect: () => actions.openDialog({ name: 'limiter', lane: index }) },
        { label: 'Options…', onSelect: () => actions.editLane(index) },
        { label: 'Rename', onSelect: onRename },
        { label: 'Duplicate', onSelect: () => actions.duplicateLane(index) },
        { kind: 'separator' },
        {
          label: 'Move up',
          shortcut: 'Alt+↑',
          disabled: index === 0,
          onSelect: () => actions.moveLane(index, index - 1),
        },
        {
          label: 'Move down',
          shortcut: 'Alt+↓',
          disabled: index === lanes - 1,
          onSelect: () => actions.moveLane(index, index + 1),
        },
        { kind: 'separator' },
        { label: 'Remove', onSelect: () => actions.removeLane(index) },
      ]}
    />
  );
}

function Rename({ index, label, onEnd }: { index: number; label: string; onEnd: () => void }) {
  const { renameLane } = useActions();
  const lane = useApp((state) => state.scenario.lanes[index]);
  const [draft, setDraft] = useState(label);
  const done = useRef(false);
  const end = (keep: boolean): void => {
    if (done.current) return;
    done.current = true;
    const usual = lane === undefined ? '' : (describedById(lane.limiter)?.name ?? lane.limiter);
    const name = draft.trim();
    if (keep && name !== label) renameLane(index, name === usual ? '' : name);
    onEnd();
  };
  return (
    <TextField
      ref={(field) => {
        if (field !== null && document.activeElement !== field) field.select();
      }}
      label="Name"
      hideLabel
      value={draft}
      maxLength={200}
      className={styles['rename'] ?? ''}
      onInput={setDraft}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(true);
        if (event.key === 'Escape') {
          event.preventDefault();
          end(false);
        }
      }}
    />
  );
}

/** The state at the playhead: patched every frame while playing; at rest React has it too, with its words. */
function Picture({ index }: { index: number }) {
  const store = useStoreApi();
  const picture = useRef<StatePictureHandle>(null);
  const [resting, setResting] = useState<{ readonly picture: PictureData; readonly at: Instant } | null>(null);
  const words = useId();
  useEffect(() => {
    const show = ({ moments, momentsAt, playing }: State): void => {
      const next = moments?.[index]?.picture;
      if (next === undefined) return;
      if (playing) picture.current?.show(next);
      else setResting({ picture: next, at: momentsAt });
    };
    show(store.getState());
    return store.subscribe((state, before) => {
      if (state.moments !== before.moments || state.playing !== before.playing) show(state);
    });
  }, [store, index]);
  return (
    <div className={styles['picture']}>
      <StatePicture
        ref={picture}
        label={`State of lane ${index + 1}`}
        describedBy={words}
        picture={resting?.picture ?? null}
      />
      <span id={words} hidden>
        {resting === null ? 'Not known yet.' : momentText(resting.picture, resting.at)}
      </span>
    </div>
  );
}

/** `20/10`; from a thousand on shortened, to keep within the head: `1.2M/1M`. */
function peakOf(permits: number, n: number): string {
  const short = (value: number): string =>
    value >= 1e6 ? `${number(value / 1e6, 1)}M` : value >= 1e3 ? `${number(value / 1e3, 1)}k` : count(value);
  return `${short(permits)}/${short(n)}`;
}

/** A dash for what is not known or cannot be, never a false 0. */
function figuresOf(frame: LaneFrame | null): readonly Figure[] {
  const summary = frame?.summary;
  const figure = (value: number | undefined): Pick<Figure, 'value' | 'short'> =>
    value === undefined ? { value: '–' } : { value: count(value), short: shortCount(value) };
  const peak = summary === undefined || frame === null ? '–' : peakOf(summary.peak?.permits ?? 0, frame.n);
  const over = frame !== null && (frame.summary.peak?.permits ?? 0) > frame.n;
  return [
    { name: 'Admitted', glyph: 'admitted', ...figure(summary?.admitted) },
    { name: 'Denied', glyph: 'denied', ...figure(summary?.denied) },
    { name: 'Delayed', glyph: 'delayed', ...figure(frame?.canDelay === true ? frame.summary.delayed : undefined) },
    {
      name: 'Peak in T',
      glyph: over ? 'peak' : null,
      value: peak,
      ...(frame === null ? {} : { full: `${count(frame.summary.peak?.permits ?? 0)} of ${count(frame.n)}` }),
    },
  ];
}

function Figures({ index, frame }: { index: number; frame: LaneFrame | null }) {
  const figures = figuresOf(frame);
  return (
    <table className={styles['figures']} data-tight={tightness(figures)} aria-label={`Figures of lane ${index + 1}`}>
      <tbody>
        {figures.map(({ name, glyph, value, short, full }) => (
          <tr
            key={name}
            data-figure={name}
            data-none={value === '–' || undefined}
            data-long={value.length > 7 || undefined}
          >
            <td className={styles['glyph']}>{glyph !== null && name !== 'Peak in T' && <Glyph name={glyph} />}</td>
            <th scope="row">{name}</th>
            <td className={styles['value']} title={full ?? (short === value ? undefined : value)} data-short={short}>
              {name === 'Peak in T' && glyph !== null && <Glyph name={glyph} size={10} />}
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `24 in`, or of them `5 waited`. */
function insOf({ admitted, delayed }: LaneFrame['summary']): string {
  return delayed === 0 ? `${count(admitted)} in` : `${count(admitted)} in, ${count(delayed)} waited`;
}

/** On the phone one line; while a finger is down, the read-out of its instant in its place. */
function PhoneFigures({ index, frame }: { index: number; frame: LaneFrame | null }) {
  const hovered = useApp((state) => state.hovered !== null);
  const moment = useApp((state) => state.moments?.[index]);
  const summary = frame?.summary;
  if (hovered && moment !== undefined && frame !== null) {
    return (
      <span className={styles['phoneFigures']}>
        {moment.level === null ? '–' : Math.round(moment.level * 10) / 10} {frame.unit[1]}, {count(moment.count)} of{' '}
        {count(frame.n)}
      </span>
    );
  }
  return (
    <span className={styles['phoneFigures']}>
      {summary === undefined
        ? '–'
        : `${insOf(summary)}, ${count(summary.denied)} out, peak ${count(summary.peak?.permits ?? 0)}`}
    </span>
  );
}
