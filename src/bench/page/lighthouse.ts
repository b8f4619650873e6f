/** Lighthouse's four scores of a page, with its settings for mobile phones. */
import lighthouse from 'lighthouse';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

/**
 * @param port of the browser's debugging protocol
 * @returns scores from 0 to 100
 */
export async function scorePage(url: string, port: number): Promise<Scores> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] });
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}.`);
  const scoreOf = (category: string): number => {
    const score = result.lhr.categories[category]?.score;
    if (typeof score !== 'number') throw new Error(`Lighthouse gave no score for ${category}.`);
    return Math.round(100 * score);
  };
  return Object.fromEntries(CATEGORIES.map((category) => [category, scoreOf(category)])) as unknown as Scores;
}
