/** Previous decision, play or pause, next decision. */
import type { ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { hasSingleKeys } from '../../store/selectors.ts';
import { IconButton } from '../ui/Button.tsx';
import styles from './Dock.module.css';

export interface StepButtonsProps {
  /** The index of the lane to step in; by default the lane of the selected request. */
  readonly lane?: number | null;
  /** Whether the play button is round. */
  readonly round: boolean;
}

export function StepButtons({ lane, round }: StepButtonsProps): ReactElement {
  const actions = useActions();
  const keyed = useAppState(hasSingleKeys);
  const playing = useAppState((state) => state.playing);
  const atEnd = useAppState((state) => state.result !== null && state.at >= state.result.end);
  return (
    <>
      <IconButton
        keepsFocus
        variant="outline"
        glyph="previous"
        label="Previous decision"
        shortcut={keyed ? '←' : undefined}
        onClick={() => actions.step(-1, lane)}
      />
      <IconButton
        keepsFocus
        variant="primary"
        round={round}
        className={styles['play'] ?? ''}
        glyph={playing ? 'pause' : 'play'}
        glyphSize={16}
        label={playing ? 'Pause' : atEnd ? 'Play again' : 'Play'}
        shortcut={keyed ? 'P' : undefined}
        onClick={actions.toggle}
      />
      <IconButton
        keepsFocus
        variant="outline"
        glyph="next"
        label="Next decision"
        shortcut={keyed ? '→' : undefined}
        onClick={() => actions.step(1, lane)}
      />
    </>
  );
}
