import { describe, expect, it } from 'vitest';
import type { ClusterStats, LaneInfo } from '../../sim/index.ts';
import { byNodeText, nodesParts, nodesTitle } from './nodesText.ts';
import { nodeRowNames } from '../charts/decisionsAxis.ts';

const node = (index: number) => ({ node: index, requests: 4, admitted: 2, denied: 2 });

const FIGURES: ClusterStats = {
  clusterAssumed: false,
  nodes: [node(0), node(1), node(2)],
  latency: { median: 4_000, p99: 4_000, max: 4_000 },
  messages: 24,
  messagesPerDecision: 2,
  load: [24],
  loadBin: 40_000,
  peakLoad: 600,
  answerPathCounts: { decided: 12, died: 0, 'no-node': 0, refused: 0, 'let-through': 0, 'by-itself': 0, 'in-vain': 0 },
  byFallback: 0,
  notes: [],
};

const frameOf = (change: Partial<ClusterStats>): Pick<LaneInfo, 'cluster' | 'isSharedIdeal'> => ({
  cluster: { ...FIGURES, ...change },
  isSharedIdeal: false,
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const line = (change: Partial<ClusterStats>) => plain(nodesTitle(frameOf(change)));

describe('a distributed lane in one line', () => {
  it('gives the number of nodes, messages per decision and latency', () => {
    expect(line({})).toBe('3 nodes · 2 messages each · 4 ms');
    expect(line({ nodes: [node(0)], messagesPerDecision: 1 })).toBe('1 node · 1 message each · 4 ms');
    expect(line({ messagesPerDecision: 1.78 })).toBe('3 nodes · 1.8 messages each · 4 ms');
    // 1.04 reads as 1.
    expect(line({ messagesPerDecision: 1.04 })).toBe('3 nodes · 1 message each · 4 ms');
    expect(line({ messages: 0, messagesPerDecision: 0, latency: { median: 0, p99: 0, max: 0 } })).toBe(
      '3 nodes · no messages · no latency',
    );
    const idle = [0, 1].map((index) => ({ ...node(index), requests: 0 }));
    expect(line({ nodes: idle, messages: 0, latency: { median: 0, p99: 0, max: 0 } })).toBe('2 nodes · no requests');
  });

  it('gives p50 and p99 where latencies differ, each without a line break', () => {
    const latency = { median: 2_140, p99: 98_000, max: 100_000 };
    expect(line({ latency })).toBe('3 nodes · 2 messages each · p50 2.1 ms, p99 98 ms');
    expect(nodesTitle(frameOf({ latency }))).toContain('p50\u00a02.1\u00a0ms, p99\u00a098\u00a0ms');
    expect(line({ latency: { ...latency, median: 0 } })).toBe('3 nodes · 2 messages each · p50 0 s, p99 98 ms');
  });

  it('leaves out messages and p99 where there is no room', () => {
    const short = (laneInfo: Pick<LaneInfo, 'cluster' | 'isSharedIdeal'>) =>
      plain(
        nodesParts(laneInfo)
          .map(({ text, long }) => (long ? '' : text))
          .join(''),
      );
    expect(short(frameOf({}))).toBe('3 nodes · 4 ms');
    expect(short(frameOf({ latency: { median: 2_000, p99: 4_000, max: 4_000 } }))).toBe('3 nodes · p50 2 ms');
    expect(short({ cluster: null, isSharedIdeal: true })).toBe('one ideal instance');
  });

  it('says what is assumed, and lists the notes', () => {
    const notes = ['The clock of N2 steps back by 0.500 s at 5.000 s.'];
    expect(line({ clusterAssumed: true, nodes: [node(0)], notes })).toBe(
      'one node, no cluster · 2 messages each · 4 ms\nThe clock of N2 steps back by 0.500 s at 5.000 s.',
    );
  });

  it('calls a local limiter in a cluster a shared ideal, and is empty without a cluster', () => {
    expect(nodesTitle({ cluster: null, isSharedIdeal: true })).toBe('one ideal instance: asking takes no time');
    expect(nodesParts({ cluster: null, isSharedIdeal: false })).toEqual([]);
  });
});

describe('the names of nodes', () => {
  it('start with N1', () => {
    expect([byNodeText(0), byNodeText(1), byNodeText(null)]).toEqual([' by N1', ' by N2', '']);
    expect(nodeRowNames(FIGURES)).toEqual(['N1', 'N2', 'N3']);
    expect(nodeRowNames(null)).toEqual([]);
  });

  it('include a row for requests that reached no node, where there are any', () => {
    expect(nodeRowNames({ ...FIGURES, answerPathCounts: { ...FIGURES.answerPathCounts, 'no-node': 1 } })).toEqual([
      'N1',
      'N2',
      'N3',
      '–',
    ]);
  });
});
