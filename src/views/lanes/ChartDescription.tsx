/** What a chart shows, in words: its shape and the playhead's instant. Heard, not seen, so it is written once all is at rest. */
import { memo } from 'react';
import type { Instant, LaneInfo, LaneShape, LaneSnapshot } from '../../sim/index.ts';
import { useRestingState } from '../../store/playgroundContext.tsx';
import { laneFrame, momentAtPlayhead, shapeOf } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { formatInstant } from '../format/time.ts';

/** One of a lane at an instant. */
export interface LaneMoment {
  readonly snapshot: LaneSnapshot;
  readonly at: Instant;
  /** `14.200 s` */
  readonly atText: string;
  /** Whether the selected request is the last one that is in it. */
  readonly selected: boolean;
}

export interface ChartWords {
  /** The whole visible range, in sentences. */
  readonly shape: (shape: LaneShape, laneInfo: LaneInfo, severalKeys: boolean) => string;
  readonly moment: (moment: LaneMoment, laneInfo: LaneInfo) => string;
}

interface ChartDescriptionProps {
  readonly id: string;
  readonly lane: number;
  readonly words: ChartWords;
}

export const ChartDescription = memo(function ChartDescription({ id, lane, words }: ChartDescriptionProps) {
  const text = useRestingState((state) => describe(state, lane, words));
  return (
    <p id={id} className="visually-hidden">
      {text}
    </p>
  );
});

/** Empty during playback, and the same wherever the pointer is. */
function describe(state: State, lane: number, words: ChartWords): string {
  const laneInfo = laneFrame(state, lane);
  if (state.playing || laneInfo === null) return '';
  const { result, range, chartColumns, playheadMoments, selection } = state;
  const shape = shapeOf(state, lane);
  const snapshot = momentAtPlayhead(state, lane);
  const at = playheadMoments?.at ?? 0;
  const atText = formatInstant(at, (range.to - range.from) / chartColumns);
  return [
    shape === null ? '' : words.shape(shape, laneInfo, result !== null && result.keyNames.length > 1),
    snapshot === null ? '' : words.moment({ snapshot, at, atText, selected: selection !== null }, laneInfo),
  ]
    .filter((text) => text !== '')
    .join(' ');
}
