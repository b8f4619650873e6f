/** What a log's coarse stamps leave open in figures that `sweep` and `seek` print. */
import { allReadings, formatDuration, formatNumber, type Measure } from '../sim/index.ts';
import {
  decidingTime,
  isFigureIdentifiable,
  isIdentifiable,
  laneWith,
  leastIdentifiable,
  settingText,
  type Setting,
} from '../tune/index.ts';
import type { TuneInput } from './tuneCommand.ts';

/**
 * Whether those measures of a setting can be told from the log; without measures, whether its window and burst can. Null where
 * all times are exact.
 */
export function identifiable(input: TuneInput, setting: Setting, measures: readonly Measure[] = []): boolean | null {
  const { resolution, lane, scenarios } = input;
  if (resolution === 0) return null;
  const time = decidingTime(scenarios[0], laneWith(lane, setting));
  return isIdentifiable(time, resolution) && unknownMeasures(input, measures).length === 0;
}

/** A sentence for stderr about those settings; none where nothing is left open. */
export function resolutionNote(
  input: TuneInput,
  settings: readonly Setting[],
  measures: readonly Measure[],
): readonly string[] {
  const unknown = settings.filter((setting) => identifiable(input, setting) === false);
  const [first] = unknown;
  const what = [
    ...(first === undefined
      ? []
      : [settingsText(unknown.length, settings.length, settingText(first, input.parameters))]),
    ...unknownMeasures(input, measures),
  ];
  if (what.length === 0) return [];
  const { resolution, hasRanges, scenarios } = input;
  const ranges =
    hasRanges || allReadings(scenarios[0]).length === 1 ? '' : ' --reading all gives the range of each figure.';
  return [
    `The timestamps have a resolution of ${formatDuration(resolution)}, so windows and bursts below ${formatDuration(leastIdentifiable(resolution))} are not identifiable: ${what.join('; ')}.${ranges}`,
  ];
}

/** Those that no setting makes known, as they count over a length of their own. */
function unknownMeasures({ resolution }: TuneInput, measures: readonly Measure[]): readonly Measure[] {
  return measures.filter((measure) => !isFigureIdentifiable(measure, Infinity, resolution));
}

/** `T 1 s`, `3 of 100 settings, the first with n 1, T 1 s`. */
function settingsText(unknown: number, all: number, first: string): string {
  if (all > 1) return `${formatNumber(unknown)} of ${formatNumber(all)} settings, the first with ${first}`;
  return first === '' ? "the lane's own policy" : first;
}
