import { expect, it } from 'vitest';
import { viewFrom } from './workDocument.ts';

const VIEW = { at: 1, from: 0, to: 20 };
const SELECTED = { lane: 1, request: 2 };

it.each<[string, unknown, unknown]>([
  ['all of it', { ...VIEW, selected: SELECTED, mode: 'tune', step: '2', hideFuture: true, layout: 'stacked' }, null],
  ['the least', VIEW, null],
  ['a request without its lane', { ...VIEW, selected: { request: 2 } }, VIEW],
  ['a lane without its request', { ...VIEW, selected: { lane: 1 } }, VIEW],
  ['a lane that is no number', { ...VIEW, selected: { lane: '1', request: 2 } }, VIEW],
  ['a request before the first', { ...VIEW, selected: { lane: 1, request: -1 } }, VIEW],
  ['what another version keeps', { ...VIEW, mode: 'draw', layout: 'round', hideFuture: 1, step: 2, zoom: 3 }, VIEW],
])('a view is kept as far as it is known: %s', (_, kept, view) => expect(viewFrom(kept)).toEqual(view ?? kept));

it.each([
  ['nothing', undefined],
  ['null', null],
  ['text', 'view'],
  ['no playhead', { from: 0, to: 20 }],
  ['an empty range', { ...VIEW, to: 0 }],
  ['an instant before the run', { ...VIEW, from: -1 }],
  ['an endless range', { ...VIEW, to: Infinity }],
])('%s is no view', (_, kept) => expect(viewFrom(kept)).toBeNull());
