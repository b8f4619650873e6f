/** A lane's header: grip, number, name and menu; its policy; the state at the playhead; the figures. */
import { memo, useCallback, useRef, type PointerEvent, type RefObject } from 'react';
import { catalogueEntryById, resolvePolicy, type Lane, type LaneInfo } from '../../sim/index.ts';
import { defaultLaneName } from '../../store/defaultLaneName.ts';
import { useActions, useAppState, useSelectedRecord } from '../../store/playgroundContext.tsx';
import { failedLaneIn, isBare, laneFrame } from '../../store/selectors.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { writeText } from '../ui/writeText.ts';
import { useRenaming } from '../hooks/useRenaming.ts';
import { useLaneSwipe } from './useLaneSwipe.ts';
import type { LayoutWidth } from '../hooks/useLayout.ts';
import styles from './LaneHeader.module.css';
import { LaterNameField } from '../text/LaterNameField.tsx';
import { lanePolicyParts, unnamedLimiter } from '../text/laneText.ts';
import { hasNodesParts, nodesParts, nodesTitle } from './nodesText.ts';
import { changedOptionsText } from '../text/optionText.ts';
import { jobsParts, keyJobsLines } from '../text/jobsText.ts';
import { SEPARATOR } from '../format/short.ts';
import { LaneFigures, PhoneFigures, shownLaneInfo } from './LaneFigures.tsx';
import { LaneGrip } from './LaneGrip.tsx';
import { LaneMenu } from './LaneMenu.tsx';
import { LaneStatePicture } from './LaneStatePicture.tsx';

interface LaneHeaderProps {
  readonly index: number;
  readonly lane: Lane;
  readonly label: string;
  readonly width: LayoutWidth;
  readonly row: RefObject<HTMLElement | null>;
}

export const LaneHeader = memo(function LaneHeader(props: LaneHeaderProps) {
  const { index, lane, width } = props;
  const swipe = useLaneSwipe(index);
  const ending = useAppState((state) => shownLaneInfo(state, index)?.ending ?? null);
  const hasNodes = useAppState((state) => hasNodesParts(shownLaneInfo(state, index)));
  const hasJobs = useAppState((state) => (laneFrame(state, index)?.summary.jobStats ?? null) !== null);
  return (
    <div className={styles['head']} data-work={hasJobs || hasNodes || undefined} {...(width === 'phone' ? swipe : {})}>
      <TitleLine {...props} />
      <div
        className={styles['second']}
        data-second={lane.edition === 'published' || ending !== null || hasNodes || hasOwnPolicy(lane) || undefined}
      >
        <div className={styles['secondLine']}>
          <LanePolicy index={index} lane={lane} />
          {/* Not beside the name, which would have no room left. */}
          {lane.edition === 'published' && <PublishedBadge lane={lane} />}
          {ending !== null && <EndingNote sentence={ending} brief className={styles['beside'] ?? ''} />}
          {ending === null && hasNodes && <NodesLine index={index} className={styles['beside'] ?? ''} />}
        </div>
      </div>
      <div className={styles['state']}>
        <LaneStatePicture index={index} />
        <LaneFigures index={index} />
      </div>
      {ending !== null && <EndingNote sentence={ending} className={styles['below'] ?? ''} />}
      {hasNodes && <NodesLine index={index} className={styles['under'] ?? ''} />}
      {hasJobs && <JobsLine index={index} />}
    </div>
  );
});

/** Grip, number, name and menu, on a phone also the figures; the name is a field while the lane is renamed. */
function TitleLine({ index, lane, label, width, row }: LaneHeaderProps) {
  const { renameLane } = useActions();
  const bare = useAppState(isBare);
  const [renaming, setRenaming] = useRenaming();
  const rename = useCallback(() => setRenaming(true), [setRenaming]);
  const endRenaming = (name: string | null, byKey: boolean): void => {
    if (name !== null) renameLane(index, name === defaultLaneName(lane) ? '' : name);
    setRenaming(false);
    // As the menu itself does when it closes.
    if (byKey) row.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus({ preventScroll: true });
  };
  return (
    <div className={styles['line']}>
      {!bare && <LaneGrip index={index} row={row} />}
      <span className={styles['number']} aria-hidden="true">
        {index + 1}
      </span>
      {renaming ? (
        <LaterNameField name={label} className={styles['rename']} onEnd={endRenaming} />
      ) : (
        <h2 className={styles['name']} title={label} dir="auto">
          {label}
        </h2>
      )}
      {width === 'phone' && <PhoneFigures index={index} />}
      {!bare && <LaneMenu index={index} limiter={lane.limiter} onRename={rename} />}
    </div>
  );
}

function hasOwnPolicy({ policy }: Lane): boolean {
  return Object.keys(policy).length > 0;
}

/** Set when the pointer comes: otherwise every step of n would change it and restyle the element. */
function titleIfCutOff({ currentTarget }: PointerEvent<HTMLElement>): void {
  currentTarget.title = currentTarget.scrollWidth > currentTarget.clientWidth ? (currentTarget.textContent ?? '') : '';
}

/** Written, as the figures are; in full in the title where a narrow header cuts it off. */
function LanePolicy({ index, lane }: { index: number; lane: Lane }) {
  const line = useRef<HTMLDivElement>(null);
  useSelectedRecord(
    useCallback(
      (state) => ({
        laneInfo: laneFrame(state, index),
        // A lane that cannot run has no frame, and its policy is what has to be changed.
        failed: failedLaneIn(state, index) === null ? null : state.scenario,
      }),
      [index],
    ),
    useCallback(
      ({ laneInfo, failed }) => {
        const texts = policyTexts(lane, failed === null ? laneInfo : resolvePolicy(failed, index));
        for (const [part, text] of texts.entries()) writeText(line.current?.children[part] as Element, text);
      },
      [lane, index],
    ),
  );
  return (
    <div
      ref={line}
      className={styles['policy']}
      data-own={hasOwnPolicy(lane) || undefined}
      onPointerEnter={titleIfCutOff}
    >
      <span />
      <strong />
      <span />
    </div>
  );
}

/** What is the scenario's, what the lane has of its own, and what else it was set to. */
function policyTexts(
  lane: Lane,
  policy: Pick<LaneInfo, 'n' | 'T' | 'capacity'> | null,
): readonly [string, string, string] {
  if (policy === null) return ['–', '', ''];
  const parts = lanePolicyParts(lane, policy, catalogueEntryById(lane.limiter)?.usesCapacity === true);
  const textOf = (overridden: boolean): string =>
    parts
      .filter((part) => part.overridden === overridden)
      .map(({ text }) => text)
      .join(', ');
  const [inherited, own] = [textOf(false), textOf(true)];
  const before = own === '' ? inherited : `${inherited === '' ? '' : `${inherited}, `}own `;
  const limiter = unnamedLimiter(lane);
  const rest = [...(limiter === null ? [] : [limiter]), ...changedOptionsText(lane)];
  return [before, own, rest.map((text) => `, ${text}`).join('')];
}

function PublishedBadge({ lane }: { lane: Lane }) {
  const defects = (catalogueEntryById(lane.limiter)?.errata ?? []).map(({ name }) => name).join(', ');
  return (
    <span className={styles['published']} title={`With the source’s defects: ${defects}.`}>
      † as published
    </span>
  );
}

/**
 * How the run ended, where that is worth a sentence: truncated to the space available, in full in the title. Shown
 * beside the policy in a low row, where its first words are all that fit, below the figures in a high one.
 */
function EndingNote({ sentence, brief = false, className }: { sentence: string; brief?: boolean; className: string }) {
  const [shown = ''] = brief ? sentence.split(' at the end', 1) : [sentence];
  return (
    <div className={`${styles['ending']} ${className}`} title={sentence}>
      <Glyph name="notice" size={10} />
      {shown}
      <span className="visually-hidden">{sentence.slice(shown.length)}</span>
    </div>
  );
}

/** How many nodes decide, their messages and latency: likewise beside the policy or below the figures. */
function NodesLine({ index, className }: { index: number; className: string }) {
  const laneInfo = useAppState((state) => shownLaneInfo(state, index));
  if (laneInfo === null) return null;
  const parts = nodesParts(laneInfo);
  return (
    <div
      className={`${styles['nodes']} ${className}`}
      title={nodesTitle(laneInfo)}
      data-wide={(parts[0]?.text.length ?? 0) > '9 nodes'.length || undefined}
    >
      {parts.map(({ text, long }) => (
        <span key={text} data-long={long}>
          {text}
        </span>
      ))}
    </div>
  );
}

/** What the lane's clients did, in rows that are high enough; the Lane tab has it in full. */
function JobsLine({ index }: { index: number }) {
  const laneInfo = useAppState((state) => shownLaneInfo(state, index));
  const [jobs, ...rest] = laneInfo === null ? [] : jobsParts(laneInfo);
  if (laneInfo === null || jobs === undefined) return null;
  const title = [jobs, ...rest].join(SEPARATOR);
  const keys = keyJobsLines(laneInfo);
  if (keys.length > 0) {
    return (
      <div className={styles['work']} title={[title, ...keys].join('\n')} data-keys>
        {keys.join('\n')}
      </div>
    );
  }
  return (
    <div className={styles['work']} title={title}>
      {jobs}
      {rest.length > 0 && <span>{SEPARATOR + rest.join(SEPARATOR)}</span>}
    </div>
  );
}
