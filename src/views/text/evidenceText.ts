/** How the rule of a real system is known, in sentences for its card. */
import { citation, recordedOf, type CatalogueEntry, type Recorded, type SystemStory } from '../../sim/index.ts';
import { formatCount } from '../format/numbers.ts';

/** Sentences, the strongest evidence first; none for a limiter that is no product's. */
export function evidenceTexts({ id, family, story, sources }: CatalogueEntry): readonly string[] {
  if (story !== undefined) return storyTexts(story);
  const source = sources.at(-1);
  if (family !== 'Real systems' || source === undefined) return [];
  // Of the catalogue since before there were stories: its source names the product and the file that was read.
  const recorded = recordedOf(id);
  return [...(recorded === undefined ? [] : [recordedText(recorded)]), `Source read: ${citation(source)}.`];
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
