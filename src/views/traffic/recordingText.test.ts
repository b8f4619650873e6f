import { describe, expect, it } from 'vitest';
import type { EntryOfKind } from '../../sim/index.ts';
import { readingText, recordingPlaceText, recordingText } from './recordingText.ts';

const LOG: EntryOfKind<'recording'> = {
  kind: 'recording',
  name: 'access.log',
  start: 1_767_607_200,
  from: 0,
  resolution: 1,
  reading: 'even',
  key: 'client',
  stream: 0,
  count: 2_000,
  digest: '0'.repeat(32),
  length: 3_599,
};

describe('a recording in words', () => {
  it('names its log, its size and its time', () => {
    expect(recordingText(LOG)).toBe('access.log: 2,000 requests from 2026-01-05 10:00:00 to 10:59:59 UTC.');
    expect(recordingText({ ...LOG, name: '', count: 1, length: 86_400.7 })).toBe(
      'A log: 1 request from 2026-01-05 10:00:00 to 2026-01-06 10:00:00 UTC.',
    );
  });

  it('says how its stamps are read', () => {
    expect(readingText({ ...LOG, reading: 'start' })).toBe(
      'The log’s timestamps have a resolution of 1 s: requests with the same timestamp come all at once, at its start. ' +
        'The truth may be any of the three readings, and figures differ between them.',
    );
    expect(readingText({ ...LOG, resolution: 0.001 })).toBe(
      'The log’s timestamps have a resolution of 1 ms: requests with the same timestamp are spread evenly over it. ' +
        'The readings differ only where an answer depends on less than 1 ms; “all at once” takes each timestamp as it stands.',
    );
    expect(readingText({ ...LOG, reading: 'start', resolution: 0.001 })).toBe(
      'The log’s timestamps have a resolution of 1 ms: requests with the same timestamp come all at once, at its start. ' +
        'The readings differ only where an answer depends on less than 1 ms.',
    );
  });

  it('says where it stands in a run of another time', () => {
    expect(recordingPlaceText(LOG, LOG.start)).toBeNull();
    expect(recordingPlaceText({ ...LOG, from: 90 }, LOG.start - 90)).toBeNull();
    expect(recordingPlaceText(LOG, 0)).toBe(
      'The log begins at 2026-01-05 10:00:00 UTC. Here it begins at 0 s, where the clock of this run reads 1970-01-01 00:00:00 UTC.',
    );
  });
});
