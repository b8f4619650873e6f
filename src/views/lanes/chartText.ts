/** What a lane's chart shows, in words: its shape and the playhead's instant. */
import { SECOND, type Instant, type LaneInfo, type LaneShape, type LaneSnapshot } from '../../sim/index.ts';
import { isWholeInSight, laneFrame, microsPerPixel, momentAtPlayhead, shapeOf } from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { formatDuration, formatInstant } from '../format/time.ts';
import { boundText, levelText } from '../text/levelText.ts';
import { decisionsShapeText, levelShapeText, windowCountShapeText } from '../text/shapeText.ts';

/** One of a lane at an instant. */
interface LaneMoment {
  readonly snapshot: LaneSnapshot;
  readonly at: Instant;
  /** `14.200 s` */
  readonly atText: string;
  /** Whether the selected request is the last one that is in it. */
  readonly selected: boolean;
}

interface ChartWords {
  /** The whole visible range, in sentences. */
  readonly shape: (shape: LaneShape, laneInfo: LaneInfo, severalKeys: boolean) => string;
  readonly moment: (moment: LaneMoment, laneInfo: LaneInfo) => string;
}

const WORDS = {
  level: {
    shape: levelShapeText,
    moment: ({ snapshot, at, atText, selected }, laneInfo) => {
      const { level, storedAt, key } = snapshot;
      // A run without requests has no key.
      const ofKey = key === '' ? '' : ` for key ${key}`;
      if (level === null) return `No node knows a level${ofKey} yet at ${atText}.`;
      const shown = levelText(laneInfo, snapshot, at, selected);
      const rest = `${boundText(level, laneInfo)}${ofKey && `,${ofKey}`}.`;
      // What a store holds is of an instant of its own.
      return storedAt !== null && storedAt < at
        ? `The last level known at ${atText} is ${shown}, ${rest}`
        : `${shown} at ${atText}, ${rest}`;
    },
  },
  count: {
    shape: windowCountShapeText,
    moment: ({ snapshot: { count }, atText }, { n, T }) =>
      `${pluralize(count, 'request')} admitted in the ${formatDuration(T / SECOND)} up to ${atText}; the limit is ${formatCount(n)}.`,
  },
  // What became of the requests in range.
  decisions: { shape: decisionsShapeText, moment: () => '' },
} satisfies Readonly<Record<string, ChartWords>>;

export type DescribedChart = keyof typeof WORDS;

/** Empty during playback, and the same wherever the pointer is. */
export function chartText(state: State, lane: number, chart: DescribedChart): string {
  const words: ChartWords = WORDS[chart];
  const laneInfo = laneFrame(state, lane);
  if (state.playing || laneInfo === null) return '';
  const { result, playheadMoments, selection } = state;
  const shape = shapeOf(state, lane);
  const snapshot = momentAtPlayhead(state, lane);
  const at = playheadMoments?.at ?? 0;
  const atText = formatInstant(at, microsPerPixel(state));
  const shapeText = shape === null ? '' : words.shape(shape, laneInfo, result !== null && result.keyNames.length > 1);
  return [
    // Else figures of a part would pass for those of the run.
    shapeText === '' || isWholeInSight(state)
      ? shapeText
      : `In view: ${shapeText.charAt(0).toLowerCase()}${shapeText.slice(1)}`,
    snapshot === null ? '' : words.moment({ snapshot, at, atText, selected: selection !== null }, laneInfo),
  ]
    .filter((text) => text !== '')
    .join(' ');
}
