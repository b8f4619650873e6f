import { expect, it } from 'vitest';
import { digestOf, presets, presetScenario } from '../../sim/index.ts';
import { PRESET_RECORDINGS, recordingNames } from './linkText.ts';

const packed = presets.flatMap(({ document }) =>
  ((document['traffic'] ?? []) as readonly { readonly data?: string }[]).flatMap(({ data }) => data ?? []),
);

it('the logs of presets are those that every page has', () => {
  expect(new Set(packed.map(digestOf))).toEqual(PRESET_RECORDINGS);
  expect(presets.flatMap((preset) => recordingNames(presetScenario(preset)))).toEqual([]);
});

it('any other log has to be sent', () => {
  const entry = { kind: 'recording', name: 'access.log', start: 0, digest: '0'.repeat(32) } as const;
  const traffic = [entry] as unknown as Parameters<typeof recordingNames>[0]['traffic'];
  expect(recordingNames({ traffic })).toEqual(['access.log']);
});
