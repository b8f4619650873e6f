import { expect, it } from 'vitest';
import { decodeLink, embedOfLink, encodeLink, type LinkView } from './link.ts';
import { pack } from './pack.ts';
import { emptyScenario } from './scenario.ts';

const VIEW: LinkView = { at: 1, from: 0, to: 24 };
const scenario = emptyScenario();

it.each(['watch', 'try'] as const)('a link says that its readers may %s, and runs the same', (embed) => {
  const link = encodeLink(scenario, { ...VIEW, embed });
  expect(embedOfLink(link)).toBe(embed);
  expect(decodeLink(link)).toEqual({ ok: true, scenario, view: { ...VIEW, embed }, viewWarning: null });
});

it('so does a link of the first release', () => {
  const [, scenarioPart, viewPart] = encodeLink(scenario, { ...VIEW, embed: 'try' }).split('.');
  expect(embedOfLink(`#1.${scenarioPart}.${viewPart}`)).toBe('try');
});

it('so does a link whose dots were escaped on the way', () =>
  expect(embedOfLink(encodeLink(scenario, { ...VIEW, embed: 'try' }).replaceAll('.', '%2E'))).toBe('try'));

it('a word that this version does not know lets them watch', () =>
  expect(embedOfLink(`#1.x.${pack({ t: 24, e: 'dance' })}`)).toBe('watch'));

it.each([
  ['without a view', encodeLink(scenario)],
  ['whose view says nothing of it', encodeLink(scenario, VIEW)],
  ['whose view is damaged', '#1~AbCdEf.q64.!'],
  ['whose view is a bomb', `#1.x.${pack({ t: 24, e: 'watch', x: '0'.repeat(20_000) })}`],
  ['that is cut off', '#1'],
  ['that is none', ''],
])('a link %s is no embed', (_, link) => expect(embedOfLink(link)).toBeNull());
