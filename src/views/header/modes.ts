import type { Mode } from '../../sim/index.ts';

export const MODES: readonly { readonly value: Mode; readonly label: string }[] = [
  { value: 'run', label: 'Run' },
  { value: 'tune', label: 'Tune' },
  { value: 'learn', label: 'Learn' },
];
