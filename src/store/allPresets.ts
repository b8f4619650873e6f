/** All presets, in a file of their own for `knownPresets.ts`. */
export { presets } from '../sim/index.ts';
