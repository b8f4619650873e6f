/** What the worker loads once the first charts are there. */
export * from '../sim/engine.ts';
export { closerAnswers, runsBeside } from './closerAnswers.ts';
export { LimiterMeasurer } from './measuredProfile.ts';
export { withoutUnshowableLanes } from './unshowableLanes.ts';
