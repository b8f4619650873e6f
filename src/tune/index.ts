/** The entry point to tuning, for the worker and the command line; the page may import its types, and `goals.ts`. */
export { axisFrom, axisOf, parseAxis, type Axis, type AxisRange } from './axis.ts';
export type { Busiest, BusiestQuery } from './busiest.ts';
export { CLIENT_COLUMNS, type ClientColumn, type ClientRow, type Clients, type ClientsQuery } from './clients.ts';
export type { GoalsAnswer, GoalsQuery, LaneGoals } from './compare.ts';
export { FRONTIER_SHARES, type Capacities, type Frontier, type FrontierQuery } from './frontier.ts';
export { goalSentence, measureName, measureText, measuresOf, meets, parseGoal } from './goals.ts';
export { CELL, logValues, type MapAxis, type MapCells, type MapQuery } from './map.ts';
export { trendOf, type Trend } from './monotone.ts';
export { allReadings, withReading } from './readings.ts';
export { seek, type Measured, type SeekResult } from './seek.ts';
export { openTuning, type SeekQuery, type TuneQuestionKind, type TuneQuestions, type TuneSession } from './session.ts';
export { laneWith, parametersOf, settingText, valueProblem, type Parameter, type Setting } from './setting.ts';
export { rangeOver, Tuner, type FigureRange } from './tuner.ts';
export type { Worst, WorstQuery } from './worst.ts';
