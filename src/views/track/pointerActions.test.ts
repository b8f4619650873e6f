import { describe, expect, it } from 'vitest';
import { SECOND } from '../../sim/index.ts';
import type { TrafficItems } from '../../store/trafficEdits.ts';
import { pointerAction, toggleItems, effectiveTool, type TrackTool } from './pointerActions.ts';
import type { Hit, BlockPart } from './hitTest.ts';
import { scenarioWith, TEST_TRACK } from './testing.ts';

const { traffic } = scenarioWith({ kind: 'times', at: [1, 2] }, { kind: 'steady', from: 5, to: 6, rate: 1 });
const request = (place: number): Hit => ({
  on: 'request',
  request: { phase: 0, index: place, at: (place + 1) * SECOND },
});
const block = (phase: number, part: BlockPart = 'body'): Hit => ({ on: 'block', phase, part, inside: true });
const marked = (places: readonly number[], phases: readonly number[] = []): TrafficItems => ({
  phases,
  requests: new Map([[0, new Set(places)]]),
});

it('modifiers change the tool for one press', () => {
  const tool = (keys: object) => effectiveTool('move', { altKey: false, shiftKey: false, ...keys });
  expect([{}, { altKey: true }, { shiftKey: true }].map(tool)).toEqual(['move', 'paint', 'select']);
});

describe('a drag', () => {
  const does = (hit: Hit | null, tool: TrackTool, selected: TrafficItems | null = null): string => {
    const action = pointerAction(hit, tool, selected, traffic, TEST_TRACK.runEnd);
    if (action.kind !== 'drag') return action.kind;
    const { target } = action;
    return target.kind === 'phase'
      ? `${target.part} of ${target.phase}`
      : `${target.items === selected ? 'all selected' : 'one'} by ${target.at / SECOND} s`;
  };
  it.each<[string, Hit | null, TrackTool, TrafficItems | null, string]>([
    ['moves what it is on', block(1), 'move', null, 'body of 1'],
    ['stretches', block(1, 'to'), 'move', null, 'to of 1'],
    ['selects a span beside everything', null, 'move', null, 'span'],
    ['moves a request', request(1), 'move', null, 'one by 2 s'],
    ['moves all that is selected by a request of it', request(1), 'move', marked([1]), 'all selected by 2 s'],
    ['and by a phase of it', block(1), 'move', marked([1], [1]), 'all selected by 5 s'],
    ['also with the tool that selects', block(1), 'select', marked([1], [1]), 'all selected by 5 s'],
    ['moves alone what is not of it', request(0), 'move', marked([1]), 'one by 1 s'],
    ['stretches alone what is of it', block(1, 'to'), 'move', marked([1], [1]), 'to of 1'],
    ['takes a bracket of which all is selected', block(0), 'move', marked([0, 1]), 'all selected by 1 s'],
    ['but not one of which some is', block(0), 'move', marked([0]), 'body of 0'],
    ['draws a box from anywhere else', block(1), 'select', null, 'box'],
    ['paints over everything', request(1), 'paint', marked([1]), 'paint'],
  ])('%s', (_, hit, tool, selected, deed) => expect(does(hit, tool, selected)).toBe(deed));
});

it('a click toggles items in the selection', () => {
  const plain = ({ phases, requests }: TrafficItems) => [
    phases,
    [...requests].map(([phase, places]) => [phase, [...places]]),
  ];
  expect(plain(toggleItems(null, request(1), traffic))).toEqual([[], [[0, [1]]]]);
  expect(plain(toggleItems(marked([1]), request(0), traffic))).toEqual([[], [[0, [1, 0]]]]);
  expect(plain(toggleItems(marked([1, 0]), request(1), traffic))).toEqual([[], [[0, [0]]]]);
  expect(plain(toggleItems(marked([1]), block(1), traffic))).toEqual([[1], [[0, [1]]]]);
  expect(plain(toggleItems(marked([1], [1]), block(1), traffic))).toEqual([[], [[0, [1]]]]);
  expect(plain(toggleItems(marked([1]), block(0), traffic))).toEqual([[], [[0, [1, 0]]]]);
});
