/** Which capacities of the table are called not identifiable. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CapacitiesTable } from './CapacitiesTable.tsx';
import { FRONTIER_LINES } from './frontierPoints.ts';

type Reading = readonly number[];

/** Cells by row, at 1, 2 and 4 requests per 10 s; under one reading every line has these capacities. */
function cellsOf(leastTime: number, ...readings: readonly [Reading, ...Reading[]]): readonly (readonly string[])[] {
  const linesOf = (capacities: Reading) => FRONTIER_LINES.map(() => capacities);
  const [own, ...others] = readings;
  const answer = [linesOf(own), ...others.map(linesOf)] as const;
  const markup = renderToStaticMarkup(
    <CapacitiesTable answer={answer} rates={[1, 2, 4]} seconds={10} n={2} leastTime={leastTime} />,
  );
  return [...markup.matchAll(/<tr[^>]*><th scope="row">.*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, text = '']) => text),
  );
}

it('those that refill in less than ten stamps, under every reading', () => {
  // A capacity of 4 refills in 40, 20 and 10 s.
  expect(cellsOf(15, [4, 4, 4]).map(([first]) => first)).toEqual(['4', '4', '4, not identifiable']);
  expect(cellsOf(25, [4, 4, 4]).map(([first]) => first)).toEqual(['4', '4, not identifiable', '4, not identifiable']);
  // One reading needs more.
  expect(cellsOf(15, [4, 4, 4], [4, 4, 6]).map(([first]) => first)).toEqual(['4', '4', '4 to 6']);
  expect(cellsOf(0, [4, 4, 4]).flat().join('')).not.toContain('not identifiable');
});
