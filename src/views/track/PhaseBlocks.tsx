/** The phases as focusable blocks, with handles on the hovered or focused one. */
import { useMemo, type CSSProperties, type ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { currentPhaseSelection } from '../../store/selectors.ts';
import { phaseName } from '../text/phaseText.ts';
import { BRACKET_HEIGHT, blockHeightAt, MIN_BLOCK_HEIGHT, type PhaseBlock } from './blockLayout.ts';
import styles from './PhaseBlocks.module.css';
import type { BlockPart } from './hitTest.ts';
import type { HoveredPart } from './useTrackPointer.ts';

export interface PhaseBlocksProps {
  readonly blocks: readonly PhaseBlock[];
  readonly hovered: HoveredPart | null;
  readonly focused: number | null;
}

export function PhaseBlocks({ blocks, hovered, focused }: PhaseBlocksProps): ReactElement {
  const actions = useActions();
  const traffic = useAppState((state) => state.scenario.traffic);
  const chosen = useAppState((state) => (state.drawer === 'traffic' ? state.focusedPhase : null));
  const selectedPhases = useAppState((state) => currentPhaseSelection(state)?.phases ?? null);
  const litPhase = useAppState((state) => state.litPhase);
  const names = useMemo(() => traffic.map((entry, phase) => phaseName(phase, entry)), [traffic]);
  const activePhase = hovered?.phase ?? focused;
  const blockWithHandles = blocks.find(({ phase }) => phase === activePhase);
  return (
    <>
      <ul className={styles['phases']} aria-label="Phases">
        {blocks.map((block) => (
          <li key={block.phase}>
            <button
              type="button"
              className={styles['block']}
              style={boxOf(block)}
              data-shape={block.shape}
              data-clear={!block.isFilled || undefined}
              data-phase={block.phase}
              data-hovered={block.phase === hovered?.phase || undefined}
              data-current={block.phase === litPhase || undefined}
              data-single={isSingleRequest(block) || undefined}
              data-rising={block.heights[1] > block.heights[0] || undefined}
              data-selected={selectedPhases?.includes(block.phase) === true || undefined}
              aria-label={names[block.phase]}
              aria-describedby={KEY_HELP_ID}
              aria-pressed={chosen === block.phase}
              onClick={() => actions.editPhase(block.phase)}
            >
              {block.shape === 'slope' && <RampOutline block={block} />}
              {block.label !== '' && (
                <span className={styles['label']} data-label-above={block.labelAbove || undefined}>
                  {block.label}
                </span>
              )}
            </button>
            {block.shape === 'bracket' && !isSingleRequest(block) && (
              <span className={styles['bracketLegs']} style={legsOf(block)} />
            )}
          </li>
        ))}
      </ul>
      <p id={KEY_HELP_ID} className="visually-hidden">
        Arrow keys move it and change its rate; Shift with an arrow key moves its end. Delete removes it, Enter opens
        its form.
      </p>
      {blockWithHandles !== undefined && (
        <Handles block={blockWithHandles} part={hovered?.phase === blockWithHandles.phase ? hovered.part : null} />
      )}
    </>
  );
}

const KEY_HELP_ID = 'track-keys';

/** Minimum width of a bracket; that of a single request shows only while focused or selected. */
const MIN_BRACKET_WIDTH = 12;

function isSingleRequest({ shape, left, right }: PhaseBlock): boolean {
  return shape === 'bracket' && right - left < 1;
}

function boxOf(block: PhaseBlock): CSSProperties {
  const { left, right, shape } = block;
  const high = Math.max(...block.heights);
  if (shape === 'bracket') {
    const more = Math.max(0, (MIN_BRACKET_WIDTH - (right - left)) / 2);
    return { left: left - more, width: right - left + 2 * more, height: BRACKET_HEIGHT, bottom: high - BRACKET_HEIGHT };
  }
  return { left, width: Math.max(2, right - left), height: high, bottom: 0 };
}

function legsOf({ left, right, heights }: PhaseBlock): CSSProperties {
  return { left, width: right - left, height: heights[0] - BRACKET_HEIGHT };
}

/** A ramp's outline, which fills its box. */
function RampOutline({ block }: { readonly block: PhaseBlock }): ReactElement {
  const { left, right, heights } = block;
  const high = Math.max(1, ...heights);
  const width = Math.max(1, right - left);
  const [first, last] = heights.map((height) => high - height);
  return (
    <svg className={styles['rampOutline']} viewBox={`0 0 ${width} ${high}`} aria-hidden>
      <path
        d={`M0.5 ${high - 0.5}V${Math.max(0.5, first ?? 0)}L${width - 0.5} ${Math.max(0.5, last ?? 0)}V${high - 0.5}Z`}
      />
    </svg>
  );
}

/** Half the width of a handle. */
const HALF_HANDLE = 1.5;
const HANDLE_LENGTH = 14;

/** The drag handles; the one under the pointer is heavier. */
function Handles({ block, part }: { readonly block: PhaseBlock; readonly part: BlockPart | null }): ReactElement {
  const { left, right, topEdge, canDragFrom, canDragTo } = block;
  // On a narrow block the side handles would overlap: show only the hovered one.
  const wide = right - left >= 2 * HANDLE_LENGTH;
  const sideHandle = (at: 'from' | 'to'): ReactElement => {
    const x = at === 'from' ? left : right;
    const edge = Math.max(MIN_BLOCK_HEIGHT, blockHeightAt(block, x));
    const high = Math.min(HANDLE_LENGTH, edge - 2);
    const style = { left: x - HALF_HANDLE, bottom: (edge - high) / 2, height: high, width: 2 * HALF_HANDLE };
    return <span key={at} className={styles['handle']} data-hovered={part === at || undefined} style={style} />;
  };
  const topHandle = (which: BlockPart, x: number): ReactElement => {
    const style = {
      left: x - HANDLE_LENGTH / 2,
      bottom: blockHeightAt(block, x) - HALF_HANDLE,
      height: 2 * HALF_HANDLE,
      width: HANDLE_LENGTH,
    };
    return <span key={which} className={styles['handle']} data-hovered={part === which || undefined} style={style} />;
  };
  const inset = Math.min(HANDLE_LENGTH / 2, (right - left) / 4);
  return (
    <div className={styles['handles']} aria-hidden>
      {canDragFrom && (wide || part === 'from') && sideHandle('from')}
      {canDragTo && (wide || part === 'to') && sideHandle('to')}
      {topEdge === 'rate' && topHandle('rate', (left + right) / 2)}
      {topEdge === 'slope' && canDragFrom && topHandle('first', left + inset)}
      {topEdge === 'slope' && canDragTo && topHandle('last', right - inset)}
    </div>
  );
}
