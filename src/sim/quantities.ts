/** The simulator's third entry point: what lessons ask of a finished run, and sketches beside it. Apart, because few pages ever ask. */
export { sketchOf } from './inspect/sketch.ts';
export { conditionResults, quantitiesOf } from './inspect/quantity.ts';
