import { expect, it } from 'vitest';
import { scenarioOf } from '../../sim/index.ts';
import { svgOf } from '../picture/picture.ts';
import { sequencePicture } from './sequencePicture.ts';
import { explainSequence } from './testing.ts';

const DOCUMENT = {
  title: 'A race',
  policy: { n: 1, T: 10 },
  duration: 20,
  traffic: [{ kind: 'times', at: [1, 1.0001] }],
  cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
  lanes: [{ limiter: 'redis-incr' }],
};

it('names the request, its lane, the lifelines, the commands and the answer', () => {
  const sequence = explainSequence(DOCUMENT, 1);
  const picture = sequencePicture({
    scenario: scenarioOf(DOCUMENT),
    lane: 0,
    request: 1,
    at: 1_000_100,
    sequence,
    outcome: 'deny',
    requests: '2 requests',
    link: { address: '#1' },
  });
  const texts = [...svgOf(picture).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  expect(texts).toEqual(
    expect.arrayContaining(['A race', '1 Redis INCR', 'Client', 'N1', 'N2', sequence.messages[0]!.name, 'denied']),
  );
  expect(texts.join(' ')).toContain('Messages of request 2, at 1.000');
  for (const { name } of sequence.messages) expect(picture.description).toContain(name);
});
