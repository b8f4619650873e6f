/** The readings of a log with coarse stamps, as they are called everywhere. */
import { READINGS, type Reading } from '../../sim/index.ts';

export const READING_LABELS: Readonly<Record<Reading, string>> = {
  even: 'evenly spread',
  start: 'all at once',
  random: 'at random',
};

export const READING_OPTIONS = READINGS.map((reading) => ({ value: reading, label: READING_LABELS[reading] }));
