import { expect, it } from 'vitest';
import { catalogueEntryById, loadSystems, type CatalogueEntry } from '../../sim/index.ts';
import { evidenceTexts, storyTexts } from './evidenceText.ts';

await loadSystems();

const read = { product: 'A proxy', release: '2.6', source: 'a/proxy, rate.c' };

it('a recorded system says what was run, how often, and what was read', () => {
  const recorded = { recorded: 'A proxy 2.6.12', runs: 2, decisions: 4210 };
  expect(storyTexts({ ...read, evidence: recorded })).toEqual([
    'Recorded here: A proxy 2.6.12, 2 runs, 4,210 decisions, all equal.',
    'Source read: A proxy, 2.6. a/proxy, rate.c.',
  ]);
  expect(storyTexts({ ...read, evidence: { ...recorded, runs: 1 } })[0]).toContain('1 run, ');
});

it('where nothing is recorded here, the card says no more than what was read', () => {
  expect(storyTexts({ ...read, evidence: 'source read' })).toEqual(['Source read: A proxy, 2.6. a/proxy, rate.c.']);
  expect(storyTexts({ ...read, evidence: 'as documented' })).toEqual(['As documented: A proxy, 2.6. a/proxy, rate.c.']);
});

it('a system says so on its card', () => {
  const nginx = evidenceTexts(catalogueEntryById('nginx-limit-req') as CatalogueEntry);
  expect(nginx[0]).toMatch(/^Recorded here: nginx 1\.22\.1, \d+ runs, [\d,]+ decisions, all equal\.$/);
});

it('a limiter of the textbook needs no evidence', () => {
  expect(evidenceTexts(catalogueEntryById('token-bucket') as CatalogueEntry)).toEqual([]);
});
