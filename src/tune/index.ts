/** The entry point to tuning, for the worker and the command line; the page may import its types, and `goals.ts`. */
export { parseAxis, type Axis, type AxisRange } from './axis.ts';
export type { Busiest } from './busiest.ts';
export type { ClientColumn, ClientRow, Clients, ClientsQuery } from './clients.ts';
export type { GoalsAnswer, LaneGoals } from './compare.ts';
export type { Capacities, Frontier } from './frontier.ts';
export { goalSentence, measuresOf, meets, parseGoal, rangeOver, rangeText } from './goals.ts';
export {
  coarsestStamps,
  decidingTime,
  isFigureIdentifiable,
  isIdentifiable,
  leastIdentifiable,
} from './identifiable.ts';
export { logValues, type MapCells } from './map.ts';
export { trendOf } from './monotone.ts';
export { seek, type Measured, type SeekResult } from './seek.ts';
export { openTuning, type TuneQuestionKind, type TuneQuestions, type TuneSession } from './session.ts';
export { laneWith, parametersOf, settingText, type Parameter, type Setting } from './setting.ts';
export { Tuner } from './tuner.ts';
export type { Worst } from './worst.ts';
