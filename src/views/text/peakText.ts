/** What a peak above n means: what the limiter's rule allows, as a bucket's n + capacity, or a defect. */
import { SECOND, type LaneInfo } from '../../sim/index.ts';
import { formatCount } from '../format/numbers.ts';
import { formatDuration } from '../format/time.ts';
import type { GlyphName } from '../ui/Glyph.tsx';

/** `over`: more than n, of a lane whose rule promises nothing. */
export type PeakStanding = 'within' | 'design' | 'defect' | 'over';

export interface PeakFigures {
  readonly permits: number;
  readonly n: number;
  /** The most that the lane's rule allows within T; null where it promises nothing. */
  readonly allowed: number | null;
  /**
   * Whether nodes share the limit: a race between them may then be the cause of what the rule allows too. Which it is takes
   * another run to tell, which a report makes, so the mark says neither.
   */
  readonly distributed: boolean;
}

export function peakFigures({ summary, n, allowedPeak, cluster }: LaneInfo): PeakFigures {
  return { permits: summary.peak?.permits ?? 0, n, allowed: allowedPeak, distributed: cluster !== null };
}

export function peakStanding({ permits, n, allowed }: PeakFigures): PeakStanding {
  if (permits <= n) return 'within';
  if (allowed === null) return 'over';
  return permits <= allowed ? 'design' : 'defect';
}

/** An outline for what is by design; filled for what is not, or not known to be. */
export const PEAK_SIGNS: { readonly [S in PeakStanding]: string } = { within: '', design: '△', defect: '▲', over: '▲' };

export const PEAK_GLYPHS: { readonly [S in PeakStanding]: GlyphName | null } = {
  within: null,
  design: 'peak-by-design',
  defect: 'peak',
  over: 'peak',
};

/** `by design`, `rule allows 19`; empty where there is nothing to say. */
export function peakRemark(figures: PeakFigures): string {
  const standing = peakStanding(figures);
  if (standing === 'design') return figures.distributed ? '' : 'by design';
  return standing === 'defect' ? `rule allows ${formatCount(figures.allowed ?? 0)}` : '';
}

/** `20 of 10 within 10 s. More than n, by design: the rule allows up to 20.` */
export function peakSentence(figures: PeakFigures, T: number): string {
  const { permits, n } = figures;
  const figure = `${formatCount(permits)} of ${formatCount(n)} within ${formatDuration(T / SECOND)}.`;
  return [figure, excessSentence(figures)].filter(Boolean).join(' ');
}

/**
 * `More than n, by design: the rule allows up to 20.`; empty for a peak within n.
 * @param races how many admissions came from races, where that is known
 */
export function excessSentence(figures: PeakFigures, races = 0): string {
  const most = formatCount(figures.allowed ?? 0);
  return {
    within: '',
    over: 'More than n.',
    design: figures.distributed
      ? `More than n, within the ${most} that the rule allows in any T${races > 0 ? ', though races let some requests in' : ''}.`
      : `More than n, by design: the rule allows up to ${most}.`,
    defect: `More than the ${most} that the rule allows: a defect.`,
  }[peakStanding(figures)];
}
