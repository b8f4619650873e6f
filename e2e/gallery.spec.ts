/** Scenarios that others added: shown beside the presets, each with what it decides. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page } from '@playwright/test';
import { GALLERY_FOLDER, galleryFiles } from '../src/tools/gallery/galleryFiles.mjs';
import { loadSystems, PRESET_TOPIC_IDS, PRESET_TOPICS, presets, readGalleryFile } from '../src/sim/index.ts';
import { expectNoViolations } from './axe.ts';
import { boxOf, detail, expect, test, type Playground } from './fixtures.ts';

await loadSystems();

const items = galleryFiles().map((file) => {
  const read = readGalleryFile(file, readFileSync(join(GALLERY_FOLDER, file), 'utf8'));
  if (!read.ok) throw new Error(read.message);
  return read.item;
});

/** Serves these files as well as those that the build has. */
async function addFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  await page.route('**/gallery/index.json', async (route) => {
    const built = (await (await route.fetch()).json()) as Record<string, string>;
    await route.fulfill({ json: { ...built, ...files } });
  });
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Presets' });
const othersOf = (page: Page) => dialogOf(page).getByRole('region', { name: 'From others', exact: true });

async function openGallery({ page }: Playground): Promise<void> {
  await page.keyboard.press('g');
  await expect(othersOf(page)).toBeVisible();
}

test('each opens with its sentence and the figures that it promises, and names its source', async ({
  playground,
  page,
}) => {
  await playground.open();
  for (const { title, scenario, lanes, source } of items) {
    await openGallery(playground);
    if (source !== undefined)
      await expect(othersOf(page).getByRole('link', { name: source.name })).toHaveAttribute('href', source.url);
    await othersOf(page).getByRole('button', { name: title, exact: true }).press('Enter');
    await expect(playground.button(`Scenario: ${title}`)).toBeVisible();
    await expect(page.getByText(scenario.notes, { exact: true })).toBeVisible();
    await playground.waitUntilSettled();
    await page.keyboard.press('End');
    expect(await playground.figures(lanes.length), title).toEqual(
      lanes.map(({ admitted, denied }) => ({
        admitted: admitted.toLocaleString('en'),
        denied: denied.toLocaleString('en'),
        peak: expect.any(String),
      })),
    );
  }
});

detail('topics lead to their groups, those of others last', async ({ playground, page }) => {
  await playground.open();
  await openGallery(playground);
  await expect(othersOf(page).getByRole('heading')).not.toBeInViewport();
  const topics = dialogOf(page).getByRole('navigation', { name: 'Topics' }).getByRole('button');
  await expect(topics).toHaveText([...PRESET_TOPIC_IDS.map((topic) => PRESET_TOPICS[topic].name), 'From others']);
  for (const name of ['From others', PRESET_TOPICS.queues.name]) {
    await topics.filter({ hasText: name }).press('Enter');
    const group = dialogOf(page).getByRole('region', { name, exact: true });
    await expect(group.getByRole('heading')).toBeInViewport();
    await expect(group.getByRole('button').first()).toBeFocused();
    // The search, which stays, covers nothing of it.
    const [nav, heading] = [await boxOf(topics.first()), await boxOf(group.getByRole('heading'))];
    expect(heading.y).toBeGreaterThanOrEqual(nav.y + nav.height);
  }
  await dialogOf(page).getByRole('searchbox').fill('guava');
  await expect(topics.filter({ hasText: 'From others' })).toHaveCount(0);
});

detail(
  'a file that was added is found by its tags, opens where it says, and is undone in one step',
  async ({ playground, page }) => {
    const added = {
      title: 'Three at once',
      question: 'Which of three gets in?',
      tags: ['quokka'],
      opensAt: 1,
      scenario: {
        policy: { n: 2, T: 10 },
        duration: 20,
        traffic: [{ kind: 'times', at: [1, 1, 1] }],
        lanes: [{ limiter: 'fixed-window' }],
      },
      lanes: [{ admitted: 2, denied: 1, peak: 2, decisions: 'AAD', hash: '-' }],
    };
    await addFiles(page, { 'three.json': JSON.stringify(added) });
    await playground.open();
    await openGallery(playground);
    const cards = dialogOf(page).getByRole('listitem');
    await expect(cards).toHaveCount(presets.length + items.length + 1);
    await dialogOf(page).getByRole('searchbox').fill('quokka');
    await expect(cards).toHaveCount(1);
    const card = othersOf(page).getByRole('button', { name: added.title, exact: true });
    await expect(card).toHaveAccessibleDescription(/Which of three gets in\?.* Fixed window: 2 admitted, 1 denied\./);
    await card.click();
    await expect(playground.button(`Scenario: ${added.title}`)).toBeVisible();
    await expect(page.getByText(added.question, { exact: true })).toBeVisible();
    expect(await playground.playhead()).toMatch(/^1\.0* s of/);
    await playground.button('Undo').click();
    await expect(playground.button('Scenario: Edge burst')).toBeVisible();
  },
);

detail(
  'what is wrong with a file stands there in a sentence, and the others are shown',
  async ({ playground, page }) => {
    await addFiles(page, { 'no-tags.json': '{"title":"No tags"}', 'page.json': '<!doctype html>' });
    await playground.open();
    await openGallery(playground);
    const notes = othersOf(page).getByRole('note');
    await expect(notes).toHaveText([
      /^gallery\/no-tags\.json: question is missing\./,
      /^gallery\/page\.json: This is not JSON/,
    ]);
    await expect(othersOf(page).getByRole('listitem')).toHaveCount(items.length);
    await expectNoViolations(page, 'the gallery with wrong files');
  },
);

detail('a host without the gallery has the presets, and says so', async ({ playground, page }) => {
  await page.route('**/gallery/index.json', (route) =>
    route.fulfill({ body: '<!doctype html>', contentType: 'text/html' }),
  );
  await playground.open();
  await openGallery(playground);
  await expect(othersOf(page).getByRole('note')).toHaveText('Scenarios from others could not be loaded.');
  await expect(dialogOf(page).getByRole('listitem')).toHaveCount(presets.length);
});
