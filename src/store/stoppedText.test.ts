import { expect, it } from 'vitest';
import { WORKER_LOST } from '../worker/questionClient.ts';
import { stoppedText } from './stoppedText.ts';

it.each([
  ['Error', 'x is not y', 'Tuning stopped because of an internal error: x is not y. Your scenario is unchanged.'],
  [WORKER_LOST, 'out of memory', 'Tuning ended unexpectedly: out of memory. Your scenario is unchanged.'],
  [
    'Error',
    'A part could not be loaded: there is no network, or a new version of Spillway has taken its place',
    'A part could not be loaded: there is no network, or a new version of Spillway has taken its place. Your scenario is unchanged.',
  ],
])('%s: %s', (name, message, text) => expect(stoppedText('Tuning', { name, message })).toBe(text));
