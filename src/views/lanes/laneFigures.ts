/** A lane's figures: what it has done up to the playhead, out of the whole run. */
import type { LaneCounts, LaneInfo } from '../../sim/index.ts';
import { formatCount, formatNumber } from '../format/numbers.ts';
import { formatCountShort } from '../format/short.ts';
import { PEAK_GLYPHS, peakFigures, peakRemark, peakSentence, peakStanding } from '../text/peakText.ts';
import type { GlyphName } from '../ui/Glyph.tsx';

/** A figure that grows with the playhead. */
export interface CountedFigure {
  readonly id: 'jobs' | 'admitted' | 'delayed' | 'denied';
  readonly name: string;
  readonly glyph: GlyphName | null;
  /** Whether it is what the lane is about, and set larger. */
  readonly lead: boolean;
  /** In the whole run; null for what is unknown or cannot occur, never a false 0. */
  readonly whole: number | null;
  readonly upTo: (counts: LaneCounts) => number;
}

/**
 * With clients that try again, the jobs done come first: of two lanes, the one that denies more may serve better.
 * @param retrying whether there are any: of the traffic, because what became of it may be hidden
 */
export function countedFigures(laneInfo: LaneInfo | null, retrying: boolean): readonly CountedFigure[] {
  const summary = laneInfo?.summary;
  const jobs = summary?.jobStats ?? null;
  const lead = !retrying;
  return [
    ...(retrying
      ? [
          {
            id: 'jobs',
            name: 'Jobs done',
            glyph: 'check',
            lead: true,
            whole: jobs?.succeeded ?? null,
            upTo: (counts) => counts.jobs?.done ?? 0,
          } satisfies CountedFigure,
        ]
      : []),
    {
      id: 'admitted',
      name: 'Admitted',
      glyph: 'admitted',
      lead,
      whole: summary?.admitted ?? null,
      upTo: (counts) => counts.admitted,
    },
    {
      id: 'delayed',
      name: 'Delayed',
      glyph: 'delayed',
      lead: false,
      whole: laneInfo?.canDelay === true ? laneInfo.summary.delayed : null,
      upTo: (counts) => counts.delayed,
    },
    {
      id: 'denied',
      name: 'Denied',
      glyph: 'denied',
      lead,
      whole: summary?.denied ?? null,
      upTo: (counts) => counts.denied,
    },
  ];
}

/** The count up to the playhead, of at most the whole run's: the counts may still be those of the run before. */
export function upToCount({ whole, upTo }: Pick<CountedFigure, 'whole' | 'upTo'>, counts: LaneCounts): number {
  return Math.min(upTo(counts), whole ?? 0);
}

/** `587k`, where the figure in full is too long for a header; else undefined. */
export function shortText(count: number): string | undefined {
  return count >= 1e5 ? formatCountShort(count) : undefined;
}

export interface PeakFigure {
  /** `20/10` */
  readonly value: string;
  /** `by design` */
  readonly remark: string | undefined;
  /** A sentence that says what it means. */
  readonly full: string;
}

export function peakFigure(laneInfo: LaneInfo): PeakFigure {
  const figures = peakFigures(laneInfo);
  return {
    value: `${shortened(figures.permits)}/${shortened(figures.n)}`,
    remark: peakRemark(figures) || undefined,
    full: peakSentence(figures, laneInfo.T),
  };
}

/** For more than n. */
export function peakGlyph(laneInfo: LaneInfo): GlyphName | null {
  return PEAK_GLYPHS[peakStanding(peakFigures(laneInfo))];
}

/** From a thousand on, to fit the header: `1.2M`. */
function shortened(value: number): string {
  if (value >= 1e6) return `${formatNumber(value / 1e6, 1)}M`;
  return value >= 1e3 ? `${formatNumber(value / 1e3, 1)}k` : formatCount(value);
}

/** `6/24 in (5 delayed), 2/8 out, peak 20`, in one line. */
export function phoneText(
  laneInfo: LaneInfo,
  counts: LaneCounts | null,
  { retrying, hidden }: { readonly retrying: boolean; readonly hidden: boolean },
): string {
  const figures = countedFigures(laneInfo, retrying);
  const text = (name: string, id: CountedFigure['id']): string => {
    const figure = figures.find((each) => each.id === id);
    if (figure === undefined || figure.whole === null) return '';
    const whole = hidden ? '?' : formatCountShort(figure.whole);
    const soFar = counts && upToCount(figure, counts);
    // Where nothing more is to come, 24/24 would read as all requests.
    if (soFar === null || (soFar === figure.whole && !hidden)) return `${whole} ${name}`;
    return `${formatCountShort(soFar)}/${whole} ${name}`;
  };
  const { summary, canDelay } = laneInfo;
  const delayed =
    canDelay && counts !== null ? ` (${formatCount(Math.min(counts.delayed, summary.delayed))} delayed)` : '';
  const peak = hidden ? '' : `, peak ${formatCount(summary.peak?.permits ?? 0)}`;
  const jobs = text('jobs done', 'jobs');
  return jobs === '' ? `${text('in', 'admitted')}${delayed}, ${text('out', 'denied')}${peak}` : `${jobs}${peak}`;
}

/** The width of a glyph and the space beside it, in digits. */
const GLYPH_DIGITS = 3.4;
/** How many digits fit in one line of the header, by layout. */
const MAX_DIGITS = { wide: 30, medium: 25 };

/** Whether the figures in one line overflow a medium header, or any; undefined where they fit. */
export function figuresOverflow(figures: readonly string[]): 'medium' | 'always' | undefined {
  const taken = figures.reduce((sum, text) => sum + text.length + GLYPH_DIGITS, 0);
  return taken > MAX_DIGITS.wide ? 'always' : taken > MAX_DIGITS.medium ? 'medium' : undefined;
}
