/** The fields of a kind's form, as data: a number's path in the entry, its label and its bounds. */
import { MAX_RATE, MIN_SECONDS } from '../scenario/entryFields.ts';
import { MAX_SECONDS } from '../scenario/policy.ts';

export interface FormField {
  /** Path within the entry: `rate`, `rate[1]`, `retry.every`. */
  readonly path: string;
  readonly label: string;
  /** `s` for seconds, `a second` for rates; may be empty. */
  readonly unit: string;
  /** A value in other words, beside the unit: `14:00` for 50,400 s. */
  readonly inWords?: (value: number) => string;
  readonly whole: boolean;
  readonly min: number;
  readonly max: number;
}

export function secondsField(path: string, label: string): FormField {
  return { path, label, unit: 's', whole: false, min: 0, max: MAX_SECONDS };
}

/** A duration above 0. */
export function positiveSecondsField(path: string, label: string): FormField {
  return { ...secondsField(path, label), min: MIN_SECONDS };
}

export function rateField(path: string, label: string): FormField {
  return { path, label, unit: 'a second', whole: false, min: 0, max: MAX_RATE };
}

export function wholeField(path: string, label: string, max: number): FormField {
  return { path, label, unit: '', whole: true, min: 1, max };
}

export function decimalField(path: string, label: string, [min, max]: readonly [number, number]): FormField {
  return { path, label, unit: '', whole: false, min, max };
}

export const FROM_FIELD = secondsField('from', 'From');
export const TO_FIELD = secondsField('to', 'To');
export const RATE_FIELD = rateField('rate', 'Rate');
