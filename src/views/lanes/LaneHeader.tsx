/** A lane's header: drag handle, number, name and menu; its policy; the state at the playhead; the figures. */
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import {
  catalogueEntryById,
  type Instant,
  type Lane,
  type LaneInfo,
  type Picture as PictureData,
} from '../../sim/index.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { isFutureHidden } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { usePictures } from '../charts/picturesLoader.ts';
import { StatePicture, type StatePictureHandle } from '../charts/StatePicture.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { Menu } from '../ui/Menu.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useDrag } from '../ui/useDrag.ts';
import { OWN_DRAG } from '../charts/useChartPointer.ts';
import { fallsInto } from '../charts/motion/FallingRequests.tsx';
import { useLaneSwipe } from './useLaneSwipe.ts';
import type { LayoutWidth } from '../hooks/useLayout.ts';
import styles from './LaneHeader.module.css';
import { lanePolicyParts } from '../text/laneText.ts';
import { nodesParts, nodesTitle } from './nodesText.ts';
import { changedOptionsText } from '../text/optionText.ts';
import { SEPARATOR } from '../format/short.ts';
import { jobsParts, keyJobsLines } from './jobsText.ts';
import { LaneFigures, PhoneFigures } from './LaneFigures.tsx';

/** The gap between two rows, as in the stylesheet. */
const ROW_GAP_PX = 8;

interface LaneHeaderProps {
  readonly index: number;
  readonly lane: Lane;
  readonly label: string;
  readonly laneInfo: LaneInfo | null;
  readonly width: LayoutWidth;
  readonly row: RefObject<HTMLElement | null>;
}

export function LaneHeader({ index, lane, label, laneInfo, width, row }: LaneHeaderProps) {
  const [renaming, setRenaming] = useState(false);
  const phone = width === 'phone';
  const swipe = useLaneSwipe(index);
  const futureHidden = useAppState(isFutureHidden);
  const ending = futureHidden ? null : (laneInfo?.ending ?? null);
  const hasNodes = laneInfo !== null && !futureHidden && nodesParts(laneInfo).length > 0;
  return (
    <div
      className={styles['head']}
      data-work={(laneInfo?.summary.jobStats ?? null) !== null || hasNodes || undefined}
      {...(phone ? swipe : {})}
    >
      <div className={styles['line']}>
        <DragHandle index={index} row={row} />
        <span className={styles['number']} aria-hidden="true">
          {index + 1}
        </span>
        {renaming ? (
          <RenameField index={index} label={label} onEnd={() => setRenaming(false)} />
        ) : (
          <h2 className={styles['name']} title={label}>
            {label}
          </h2>
        )}
        {phone && <PhoneFigures index={index} laneInfo={laneInfo} />}
        <LaneMenu index={index} limiter={lane.limiter} onRename={() => setRenaming(true)} />
      </div>
      <div
        className={styles['second']}
        data-second={lane.edition === 'published' || ending !== null || hasNodes || undefined}
      >
        <p className={styles['policy']}>
          <LanePolicy lane={lane} laneInfo={laneInfo} />
        </p>
        {/* Not beside the name, which would have no room left. */}
        {lane.edition === 'published' && <PublishedBadge lane={lane} />}
        {ending !== null && <EndingNote sentence={ending} className={styles['beside'] ?? ''} />}
        {ending === null && hasNodes && <NodesLine laneInfo={laneInfo} className={styles['beside'] ?? ''} />}
      </div>
      <div className={styles['state']}>
        <LaneStatePicture index={index} />
        <LaneFigures index={index} laneInfo={laneInfo} />
      </div>
      {ending !== null && <EndingNote sentence={ending} className={styles['below'] ?? ''} />}
      {hasNodes && <NodesLine laneInfo={laneInfo} className={styles['under'] ?? ''} />}
      {laneInfo !== null && !futureHidden && <JobsLine laneInfo={laneInfo} />}
    </div>
  );
}

function LanePolicy({ lane, laneInfo }: { lane: Lane; laneInfo: LaneInfo | null }) {
  if (laneInfo === null) return <>–</>;
  const parts = lanePolicyParts(lane, laneInfo, catalogueEntryById(lane.limiter)?.usesCapacity === true);
  const own = parts.filter((part) => part.overridden);
  const inherited = parts.filter((part) => !part.overridden);
  return (
    <>
      {inherited.map(({ text }) => text).join(', ')}
      {own.length > 0 && (
        <>
          {inherited.length > 0 ? ', ' : ''}own <strong>{own.map(({ text }) => text).join(', ')}</strong>
        </>
      )}
      {changedOptionsText(lane).map((text) => `, ${text}`)}
    </>
  );
}

function PublishedBadge({ lane }: { lane: Lane }) {
  const defects = (catalogueEntryById(lane.limiter)?.errata ?? []).map(({ name }) => name).join(', ');
  return (
    <span className={styles['published']} title={`Runs the source's code, defects included: ${defects}.`}>
      † as published
    </span>
  );
}

/**
 * How the run ended, where that is worth a sentence: truncated to the space available, in full in the title. Shown
 * beside the policy in a low row, below the figures in a high one.
 */
function EndingNote({ sentence, className }: { sentence: string; className: string }) {
  return (
    <p className={`${styles['ending']} ${className}`} title={sentence}>
      <Glyph name="notice" size={10} />
      {sentence}
    </p>
  );
}

/** How many nodes decide, their messages and latency: likewise beside the policy or below the figures. */
function NodesLine({ laneInfo, className }: { laneInfo: LaneInfo; className: string }) {
  return (
    <p className={`${styles['nodes']} ${className}`} title={nodesTitle(laneInfo)}>
      {nodesParts(laneInfo).map(({ text, long }) => (
        <span key={text} data-long={long}>
          {text}
        </span>
      ))}
    </p>
  );
}

/** What the lane's clients did, in rows that are high enough; the Lane tab has it in full. */
function JobsLine({ laneInfo }: { laneInfo: LaneInfo }) {
  const [jobs, ...rest] = jobsParts(laneInfo);
  if (jobs === undefined) return null;
  const title = [jobs, ...rest].join(SEPARATOR);
  const keys = keyJobsLines(laneInfo);
  if (keys.length > 0) {
    return (
      <p className={styles['work']} title={[title, ...keys].join('\n')} data-keys>
        {keys.join('\n')}
      </p>
    );
  }
  return (
    <p className={styles['work']} title={title}>
      {jobs}
      {rest.length > 0 && <span>{SEPARATOR + rest.join(SEPARATOR)}</span>}
    </p>
  );
}

/** Dragging reorders lanes; all rows have the same height, so the distance dragged gives the new position. */
function DragHandle({ index, row }: { index: number; row: RefObject<HTMLElement | null> }) {
  const { moveLane } = useActions();
  const lanes = useAppState((state) => state.scenario.lanes.length);
  const drag = useDrag<HTMLSpanElement>(({ clientY }) => {
    const element = row.current;
    if (element === null) return null;
    const pitch = element.offsetHeight + ROW_GAP_PX;
    let by = 0;
    const putBack = (): void => {
      element.style.removeProperty('transform');
      delete element.dataset['dragged'];
    };
    return {
      threshold: 0,
      onStart() {
        element.dataset['dragged'] = '';
      },
      onMove({ y }) {
        by = y - clientY;
        element.style.transform = `translateY(${by}px)`;
      },
      onEnd() {
        putBack();
        moveLane(index, Math.max(0, Math.min(lanes - 1, index + Math.round(by / pitch))));
      },
      onCancel: putBack,
    };
  });
  return (
    <span
      className={styles['grip']}
      {...{ [OWN_DRAG]: '' }}
      title="Drag to move the lane, or press Alt+↑ and Alt+↓"
      {...drag.handlers}
    >
      <Glyph name="grip" />
    </span>
  );
}

function LaneMenu({ index, limiter, onRename }: { index: number; limiter: string; onRename: () => void }) {
  const actions = useActions();
  const lanes = useAppState((state) => state.scenario.lanes.length);
  return (
    <Menu
      label={`Lane ${index + 1} menu`}
      size="small"
      items={[
        {
          label: 'About this limiter',
          // A scenario may contain a limiter that this version does not know.
          disabled: catalogueEntryById(limiter) === undefined,
          onSelect: () => actions.openDialog({ name: 'card', limiter, lane: index, picking: null }),
        },
        { label: 'Change limiter…', onSelect: () => actions.openDialog({ name: 'limiter', lane: index }) },
        { label: 'Options…', onSelect: () => actions.editLane(index) },
        {
          label: 'Show as table',
          shortcut: 'T',
          onSelect: () => actions.openDialog({ name: 'table', lane: index }),
        },
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

function RenameField({ index, label, onEnd }: { index: number; label: string; onEnd: () => void }) {
  const { renameLane } = useActions();
  const lane = useAppState((state) => state.scenario.lanes[index]);
  const [draft, setDraft] = useState(label);
  const done = useRef(false);
  const end = (keep: boolean): void => {
    if (done.current) return;
    done.current = true;
    const defaultName = lane === undefined ? '' : (catalogueEntryById(lane.limiter)?.name ?? lane.limiter);
    const name = draft.trim();
    if (keep && name !== label) renameLane(index, name === defaultName ? '' : name);
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

/** The state at the playhead: patched at every frame during playback; at rest rendered by React, with a description. */
function LaneStatePicture({ index }: { index: number }) {
  const store = useStoreApi();
  const picture = useRef<StatePictureHandle>(null);
  const pictures = usePictures();
  const [atRest, setResting] = useState<{ readonly picture: PictureData; readonly at: Instant } | null>(null);
  const wordsId = useId();
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
    <div className={styles['picture']} {...fallsInto(index)}>
      <StatePicture
        ref={picture}
        label={`State of lane ${index + 1}`}
        describedBy={wordsId}
        picture={atRest?.picture ?? null}
      />
      <span id={wordsId} hidden>
        {atRest === null || pictures === null ? 'Not known yet.' : pictures.pictureTextAt(atRest.picture, atRest.at)}
      </span>
    </div>
  );
}
