/** The phases as blocks that can be reached by key, and the handles of the one that a hand or the focus is on. */
import { useMemo, type CSSProperties, type ReactElement } from 'react';
import { useActions, useApp } from '../../store/react.tsx';
import { markedOf } from '../../store/selectors.ts';
import { phaseName } from '../traffic/phaseText.ts';
import { BRACKET, heightAt, LEAST_HEIGHT, type Block } from './blocks.ts';
import styles from './Blocks.module.css';
import type { Part } from './hit.ts';
import type { Hot } from './useTrackPointer.ts';

export interface BlocksProps {
  readonly blocks: readonly Block[];
  readonly hot: Hot | null;
  readonly focused: number | null;
}

export function Blocks({ blocks, hot, focused }: BlocksProps): ReactElement {
  const actions = useActions();
  const traffic = useApp((state) => state.scenario.traffic);
  const chosen = useApp((state) => (state.drawer === 'traffic' ? state.phase : null));
  const marked = useApp((state) => markedOf(state)?.phases ?? null);
  const names = useMemo(() => traffic.map((entry, phase) => phaseName(phase, entry)), [traffic]);
  const held = hot?.phase ?? focused;
  const handled = blocks.find(({ phase }) => phase === held);
  return (
    <>
      <ul className={styles['phases']} aria-label="Phases">
        {blocks.map((block) => (
          <li key={block.phase}>
            <button
              type="button"
              className={styles['block']}
              style={boxOf(block)}
              data-look={block.look}
              data-phase={block.phase}
              data-hot={block.phase === hot?.phase || undefined}
              data-single={isSingle(block) || undefined}
              data-rising={block.heights[1] > block.heights[0] || undefined}
              data-marked={marked?.includes(block.phase) === true || undefined}
              aria-label={names[block.phase]}
              aria-describedby={KEYS_ID}
              aria-pressed={chosen === block.phase}
              onClick={() => actions.editPhase(block.phase)}
            >
              {block.look === 'slope' && <Slope block={block} />}
              {block.label !== '' && (
                <span className={styles['label']} data-above={block.above || undefined}>
                  {block.label}
                </span>
              )}
            </button>
            {block.look === 'bracket' && !isSingle(block) && <span className={styles['legs']} style={legsOf(block)} />}
          </li>
        ))}
      </ul>
      <p id={KEYS_ID} className="visually-hidden">
        Arrow keys move it and change its rate; Shift with an arrow key moves its end. Delete removes it, Enter opens
        its form.
      </p>
      {handled !== undefined && <Handles block={handled} part={hot?.phase === handled.phase ? hot.part : null} />}
    </>
  );
}

const KEYS_ID = 'track-keys';

/** A bracket is as wide as this at least: a single request's is seen only when it has the focus, or is chosen. */
const LEAST_BRACKET = 12;

function isSingle({ look, left, right }: Block): boolean {
  return look === 'bracket' && right - left < 1;
}

function boxOf(block: Block): CSSProperties {
  const { left, right, look } = block;
  const high = Math.max(...block.heights);
  if (look === 'bracket') {
    const more = Math.max(0, (LEAST_BRACKET - (right - left)) / 2);
    return { left: left - more, width: right - left + 2 * more, height: BRACKET, bottom: high - BRACKET };
  }
  return { left, width: Math.max(2, right - left), height: high, bottom: 0 };
}

function legsOf({ left, right, heights }: Block): CSSProperties {
  return { left, width: right - left, height: heights[0] - BRACKET };
}

/** A ramp's outline, which fills its box. */
function Slope({ block }: { readonly block: Block }): ReactElement {
  const { left, right, heights } = block;
  const high = Math.max(1, ...heights);
  const width = Math.max(1, right - left);
  const [first, last] = heights.map((height) => high - height);
  return (
    <svg className={styles['slope']} viewBox={`0 0 ${width} ${high}`} aria-hidden>
      <path
        d={`M0.5 ${high - 0.5}V${Math.max(0.5, first ?? 0)}L${width - 0.5} ${Math.max(0.5, last ?? 0)}V${high - 0.5}Z`}
      />
    </svg>
  );
}

/** Half a handle, across. */
const HALF = 1.5;
const LONG = 14;

/** Where there is something to take hold of; the one under the pointer is heavier. */
function Handles({ block, part }: { readonly block: Block; readonly part: Part | null }): ReactElement {
  const { left, right, top, from, to } = block;
  // Of a line both would stand on each other: its spread is pulled out of it.
  const wide = right - left >= 2 * LONG;
  const side = (at: 'from' | 'to'): ReactElement => {
    const x = at === 'from' ? left : right;
    const edge = Math.max(LEAST_HEIGHT, heightAt(block, x));
    const high = Math.min(LONG, edge - 2);
    const style = { left: x - HALF, bottom: (edge - high) / 2, height: high, width: 2 * HALF };
    return <span key={at} className={styles['handle']} data-hot={part === at || undefined} style={style} />;
  };
  const upper = (which: Part, x: number): ReactElement => {
    const style = { left: x - LONG / 2, bottom: heightAt(block, x) - HALF, height: 2 * HALF, width: LONG };
    return <span key={which} className={styles['handle']} data-hot={part === which || undefined} style={style} />;
  };
  const inset = Math.min(LONG / 2, (right - left) / 4);
  return (
    <div className={styles['handles']} aria-hidden>
      {from && (wide || part === 'from') && side('from')}
      {to && (wide || part === 'to') && side('to')}
      {top === 'rate' && upper('rate', (left + right) / 2)}
      {top === 'slope' && from && upper('first', left + inset)}
      {top === 'slope' && to && upper('last', right - inset)}
    </div>
  );
}
