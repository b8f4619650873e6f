/** What coarse stamps of a log mean for the figures of a run, which has one reading of them. */
import { formatDuration, isCoarse, type Scenario } from '../../sim/index.ts';
import { coarsestStamps, decidingTime, isIdentifiable, leastIdentifiable } from '../../tune/identifiable.ts';
import { lanesText } from '../../store/lanesText.ts';
import { READING_LABELS } from './readingLabels.ts';

/** What follows a figure that a log's stamps are too coarse for. */
export const NOT_IDENTIFIABLE = ', not identifiable';

/** Null where no log has coarse stamps. @param lane the only one whose figures are shown; by default all are */
export function stampsText(scenario: Scenario, lane: number | null = null): string | null {
  const resolution = coarsestStamps(scenario);
  const log = scenario.traffic.find((entry) => entry.kind === 'recording' && entry.resolution === resolution);
  if (log?.kind !== 'recording' || !isCoarse(log)) return null;
  const general = `The log’s timestamps have a resolution of ${formatDuration(resolution)}: these are the figures with its requests ${READING_LABELS[log.reading]}; Tune shows the range over all three readings.`;
  const unknown = [...scenario.lanes.entries()].flatMap(([index, each]) =>
    (lane !== null && lane !== index) || isIdentifiable(decidingTime(scenario, each), resolution) ? [] : [index],
  );
  if (unknown.length === 0) return general;
  const least = formatDuration(leastIdentifiable(resolution));
  const because = unknown.length === 1 ? 'its burst or window is' : 'their bursts or windows are';
  return `${general} The figures of ${lanesText(unknown)} are not identifiable: ${because} under ${least}.`;
}
