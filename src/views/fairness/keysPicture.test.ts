import { expect, it } from 'vitest';
import { openScenarioSession, planOf, runToEnd, simulateToEnd } from '../../sim/engine.ts';
import { scenarioOf } from '../../sim/index.ts';
import { elementsOf, parseXml } from '../charts/xml.testing.ts';
import { svgOf } from '../picture/picture.ts';
import { PLOT_WIDTH } from '../picture/plotPart.ts';
import { keysPicture } from './keysPicture.ts';

it('says all figures of a key, and as much of its name as there is room for', () => {
  const long = `customer-${'7f3a'.repeat(40)}`;
  const scenario = scenarioOf({
    policy: { n: 1_000, T: 1 },
    duration: 20,
    traffic: [{ kind: 'steady', rate: 5_000, key: long }],
    lanes: [{ limiter: 'leaky-queue' }],
  });
  const plan = planOf(scenario);
  const range = { from: 0, to: plan.end };
  const query = { lane: 0, ...range, columns: PLOT_WIDTH, maxKeys: 20 };
  const picture = keysPicture({
    scenario,
    lane: 0,
    canDelay: true,
    fairness: runToEnd(openScenarioSession(simulateToEnd(plan)).fairness(query)),
    range,
    requests: '100,000 requests',
    link: { address: '#1' },
  });
  const texts = elementsOf(parseXml(svgOf(picture)).children[0]!, 'text').map(({ text }) => text);
  expect(texts).toContain('100,000 requests, 21,000 admitted, 20,999 delayed, 79,000 denied');
  expect(texts.find((text) => text.startsWith('customer-'))).toMatch(/^customer-7f3a[7f3a]*…$/);
});
