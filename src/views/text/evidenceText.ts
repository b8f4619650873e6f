/** How the rule of a real system is known, in sentences for its card. */
import type { CatalogueEntry, Recorded, SystemStory } from '../../sim/index.ts';
import { formatCount } from '../format/numbers.ts';

/** Sentences, the strongest evidence first; none for a limiter that is no product's. */
export function evidenceTexts({ story }: CatalogueEntry): readonly string[] {
  return story === undefined ? [] : storyTexts(story);
}

type Evidence = Pick<SystemStory, 'evidence' | 'product' | 'release' | 'source'>;

export function storyTexts({ evidence, product, release, source }: Evidence): readonly string[] {
  const from = `${product}, ${release}. ${source}.`;
  if (evidence === 'as documented') return [`As documented: ${from}`];
  if (evidence === 'source read') return [`Source read: ${from}`];
  return [recordedText(evidence), `Source read: ${from}`];
}

function recordedText({ recorded, runs, decisions }: Recorded): string {
  const counts = `${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}, ${formatCount(decisions)} decisions, all equal`;
  return `Recorded here: ${recorded}, ${counts}.`;
}
