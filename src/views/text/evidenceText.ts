/** How the rule of a real system is known, in sentences for its card. */
import type { SystemStory } from '../../sim/index.ts';
import { formatCount } from '../format/numbers.ts';

type Evidence = Pick<SystemStory, 'evidence' | 'product' | 'release' | 'source'>;

export function evidenceTexts({ evidence, product, release, source }: Evidence): readonly string[] {
  const from = `${product}, ${release}. ${source}.`;
  if (evidence === 'as documented') return [`As documented: ${from}`];
  if (evidence === 'source read') return [`Source read: ${from}`];
  const { recorded, runs, decisions } = evidence;
  const counts = `${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}, ${formatCount(decisions)} decisions, all equal`;
  return [`Recorded here: ${recorded}, ${counts}.`, `Source read: ${from}`];
}
