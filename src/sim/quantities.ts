/** The simulator's third entry point: what lessons ask of a finished run. Apart, because few pages ever ask. */
export { conditionResults, quantitiesOf } from './inspect/quantity.ts';
