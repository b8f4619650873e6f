/** In a frame of another page: charts, a lesson or the map by themselves, and nothing kept. */
import type { Frame, Locator, Page } from '@playwright/test';
import { encodeLink, scenarioOf, type LinkView } from '../src/sim/index.ts';
import { expectNoViolationsInFrame } from './axe.ts';
import { detail, expect, test, someOf } from './fixtures.ts';
import { openElsewhere, openInFrame, toldTo } from './framingSite.ts';
import { hostingCode } from './hosts.ts';

// It is in a frame of another origin, whose storage is not this page's.
test.use({ ownTab: true });

const BURST = {
  title: 'Burst',
  notes: 'Ten come at once: watch which of them get in.',
  policy: { n: 4, T: 10 },
  traffic: [{ kind: 'burst', at: 5, count: 10 }],
  lanes: [{ limiter: 'token-bucket' }, { limiter: 'fixed-window' }],
  duration: 20,
};
const VIEW: LinkView = { at: 1, from: 0, to: 20 };
const WATCHED: LinkView = { ...VIEW, embed: 'watch' };
const TRIED: LinkView = { ...VIEW, embed: 'try' };

const linkTo = (view: LinkView, document: object = BURST): string => encodeLink(scenarioOf(document), view);
const lanes = (frame: Frame): Locator => frame.getByRole('region', { name: 'Lanes', exact: true });
const playhead = (frame: Frame): Locator => frame.getByRole('slider', { name: 'Playhead', exact: true });

async function settle(frame: Frame): Promise<void> {
  await expect(lanes(frame)).toHaveAttribute('aria-busy', 'false');
}

async function open(page: Page, address: string, size?: { readonly width: number; readonly height?: number }) {
  await page.clock.install({ time: 0 });
  const frame = await openInFrame(page, address, size);
  await settle(frame);
  return frame;
}

test('the charts stand alone, and play only when asked', async ({ page, baseURL }) => {
  const frame = await open(page, `${baseURL}${linkTo(WATCHED)}`, { width: 960 });
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Burst');
  await expect(frame.getByRole('group', { name: 'Sentence' })).toHaveText(BURST.notes);
  await expect(frame.getByRole('table', { name: 'Figures of lane 1' })).toBeVisible();
  for (const name of ['Share', 'Works', 'Add lane', 'Lane 1 menu', 'Send', 'Edit traffic'])
    await expect(frame.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(frame.getByRole('region', { name: 'Policy' })).toHaveCount(0);
  await expect(frame.getByRole('region', { name: 'Traffic' })).toHaveCount(0);

  await page.clock.runFor(5_000);
  await expect(playhead(frame)).toHaveAttribute('aria-valuetext', '1.000 s of 20 s');
  await frame.getByRole('button', { name: 'Play', exact: true }).click();
  await page.clock.runFor(5_000);
  await expect(playhead(frame)).toHaveAttribute('aria-valuetext', /^[56]\.\d+ s of 20 s$/);
});

detail('a list of decisions is walked by keys, and no key changes the run', async ({ page, baseURL }) => {
  const frame = await open(page, `${baseURL}${linkTo(WATCHED)}`);
  await frame.getByRole('listbox', { name: 'Decisions of lane 1' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(frame.getByRole('option', { selected: true }).first()).toHaveText(/^Request 1 of 10, 5.000 s, admitted/);
  for (const key of ['Space', 'l', 's', 'Delete', 'Control+z']) await page.keyboard.press(key);
  await expect(frame.getByRole('dialog')).toHaveCount(0);
  await expect(frame.getByRole('option', { selected: true }).first()).toHaveText(/^Request 1 of 10/);
});

detail('the page around is told how high it is, at each width', async ({ page, baseURL }) => {
  const frame = await open(page, `${baseURL}${linkTo(WATCHED)}`, { width: 960, height: 300 });
  const iframe = page.locator('iframe');
  /** Until the frame, given the height that was told, has nothing more to tell and nothing to scroll. */
  const follow = async (): Promise<number> => {
    await expect(async () => {
      const told = (await toldTo(page)).at(-1) as { readonly type: string; readonly height: number };
      expect(told.type).toBe('spillway:height');
      await iframe.evaluate((element, px) => element.setAttribute('height', String(px)), told.height);
      const [inner, content] = await frame.evaluate(() => [innerHeight, document.body.scrollHeight]);
      expect([inner, content]).toEqual([told.height, told.height]);
    }).toPass();
    return frame.evaluate(() => innerHeight);
  };
  const wide = await follow();
  await iframe.evaluate((element) => element.setAttribute('width', '360'));
  await expect.poll(follow).not.toBe(wide);
});

detail(
  'frames are as high as they tell, by the lines that hosting.md has for the page around',
  async ({ page, baseURL }) => {
    const frames = [WATCHED, TRIED].map((view) => `<iframe src="${baseURL}${linkTo(view)}" width="640"></iframe>`);
    await openElsewhere(page, `<script>${hostingCode('js')}</script>${frames.join('')}`);
    const iframes = page.locator('iframe');
    for (const index of [0, 1]) {
      const height = () => iframes.nth(index).evaluate((element: HTMLIFrameElement) => Number(element.height));
      await expect.poll(height).toBeGreaterThan(400);
      const content = page.frameLocator('iframe').nth(index).locator('body');
      await expect.poll(() => content.evaluate((body) => body.scrollHeight)).toBe(await height());
    }
  },
);

const LOW = { ...BURST, lanes: [...BURST.lanes, { limiter: 'gcra' }, { limiter: 'sliding-log' }] };
const SELECTED: LinkView = { ...WATCHED, at: 5, selected: { lane: 3, request: 9 } };
const LESSON: LinkView = { ...TRIED, mode: 'learn', step: 'both-sides/1' };

for (const [what, view] of [
  ['a selected request', SELECTED],
  ['a lesson', LESSON],
] as const)
  test(`the page around stays where it is read, and so does the frame, with ${what}`, async ({ page, baseURL }) => {
    await page.clock.install({ time: 0 });
    const attached = page.waitForEvent('frameattached');
    await openElsewhere(
      page,
      `<p style="height: 400px">A text above.</p><iframe src="${baseURL}${linkTo(view, LOW)}" width="360" height="600"></iframe><p style="height: 2000px"></p>`,
    );
    const frame = await attached;
    await settle(frame);
    if (view === LESSON) await expect(frame.getByRole('group', { name: 'Step 1 of 6' })).toBeVisible();
    else
      await expect(frame.getByRole('listbox', { name: 'Decisions of lane 4' })).toHaveAttribute(
        'aria-activedescendant',
        /./,
      );
    // What brings something into sight does it by the next frame.
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await frame.evaluate(drawn);
    expect([await page.evaluate(() => scrollY), await frame.evaluate(() => scrollY)]).toEqual([0, 0]);
  });

detail('a reader who is in the frame sees the lane that is stepped to', async ({ page, baseURL }) => {
  const frame = await openInFrame(page, `${baseURL}${linkTo(WATCHED, LOW)}`, { width: 360, height: 400 });
  await settle(frame);
  await frame.getByRole('listbox', { name: 'Decisions of lane 1' }).focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(frame.getByRole('region', { name: /^Lane 4/ })).toBeInViewport({ ratio: 0.4 });
});

test('readers who may try set n and send; Open in full shows what they made of it', async ({ page, baseURL }) => {
  const frame = await open(page, `${baseURL}${linkTo(TRIED)}`, { width: 960 });
  await frame.getByRole('spinbutton', { name: 'Limit n', exact: true }).fill('6');
  await frame.getByRole('button', { name: 'Send', exact: true }).click();
  const admitted = (of: Frame | Page) =>
    of
      .getByRole('table', { name: 'Figures of lane 1' })
      .getByRole('row', { name: 'Admitted' })
      .getByRole('cell')
      .last();
  await expect(admitted(frame)).toHaveText(/7/);
  await expect(frame.getByText('Written for n = 4.')).toBeVisible();
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    frame.getByRole('link', { name: 'Open in full' }).click(),
  ]);
  await expect(tab.getByRole('button', { name: 'Scenario: Burst' })).toBeVisible();
  await expect(tab.getByRole('spinbutton', { name: 'Limit n', exact: true })).toHaveValue('6');
  await expect(tab.getByRole('region', { name: 'Traffic' })).toContainText('11 requests');
});

detail('a lesson hides what comes until the bet is placed', async ({ page, baseURL }) => {
  const lesson = {
    steps: [
      {
        text: 'Ten requests come at once.',
        bet: { kind: 'number', question: 'How many are admitted?', quantity: { of: 'admitted', lane: 0 } },
      },
    ],
  };
  const link = linkTo({ ...WATCHED, mode: 'learn', step: '1' }, { ...BURST, lesson });
  const frame = await open(page, `${baseURL}${link}`);
  const text = frame.getByRole('region', { name: 'Lesson', exact: true });
  await expect(text).toContainText('Ten requests come at once.');
  await expect(frame.locator('[data-future=hidden]')).toHaveCount(1);
  await text.getByRole('textbox').fill('4');
  await text.getByRole('button', { name: 'Place bet' }).click();
  await expect(frame.locator('[data-future=hidden]')).toHaveCount(0);
  await expect(text).toContainText('Right');
});

detail('the map of Tune stands alone, and its settings are set only by those who may', async ({ page, baseURL }) => {
  await page.clock.install({ time: 0 });
  for (const [embed, after] of [
    ['watch', /^n 4,/],
    ['try', /^n (?!4,)/],
  ] as const) {
    const frame = await openInFrame(page, `${baseURL}${linkTo({ ...VIEW, mode: 'tune', embed })}`);
    const map = frame.getByRole('region', { name: 'Map', exact: true });
    await expect(map).toHaveAttribute('aria-busy', 'false');
    await expect(frame.getByRole('region', { name: 'Clients', exact: true })).toHaveCount(0);
    const cells = map.getByRole('slider', { name: /^Map of/ });
    await expect(cells).toHaveAttribute('aria-valuetext', /^n 4,/);
    await cells.press('ArrowRight');
    await expect(cells).toHaveAttribute('aria-valuetext', after);
  }
});

test.describe('storage', () => {
  detail('nothing is kept by an embed', async ({ page, baseURL }) => {
    const frame = await open(page, `${baseURL}${linkTo(TRIED)}`, { width: 960 });
    await frame.getByRole('spinbutton', { name: 'Limit n', exact: true }).fill('6');
    await settle(frame);
    await page.clock.runFor(10_000);
    const kept = await frame.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      caches: await caches.keys(),
      locks: ((await navigator.locks.query()).held ?? []).map(({ name }) => name),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
    expect(kept).toEqual({ databases: [], local: [], session: [], caches: [], locks: [], workers: 0 });
  });

  test('it runs where all storage is forbidden', async ({ page, baseURL }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.addInitScript(() => {
      const forbid = (owner: object, name: string): void => {
        Object.defineProperty(owner, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
      };
      for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches', 'BroadcastChannel'])
        forbid(globalThis, name);
      for (const name of ['locks', 'serviceWorker', 'storage']) forbid(navigator, name);
    });
    const frame = await open(page, `${baseURL}${linkTo(WATCHED)}`);
    await expect(frame.getByRole('region', { name: 'Lane 1: Token bucket' })).toBeVisible();
    await expect(frame.getByText(/storage|saved|kept/i)).toHaveCount(0);
    expect(errors).toEqual([]);
  });
});

detail(
  'a link that says nothing of a frame opens the whole page there, and an embed’s in a tab too',
  async ({ page, playground, baseURL }) => {
    const frame = await openInFrame(page, `${baseURL}${linkTo(VIEW)}`, { width: 1200, height: 800 });
    await settle(frame);
    await expect(frame.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
    await page.goto(`./${linkTo(WATCHED)}`);
    await playground.waitUntilSettled();
    await expect(playground.button('Share')).toBeVisible();
  },
);

detail('a damaged link says so in its frame', async ({ page, baseURL }) => {
  const good = linkTo(WATCHED);
  const frame = await openInFrame(page, `${baseURL}${good.replace(/~./, '~!')}`);
  await expect(frame.getByRole('alert')).toContainText(/^SpillwayThis link is damaged/);
  await expect(frame.getByRole('link', { name: 'Open in full' })).toBeVisible();
});

const WORDS = {
  'in one word': ['x'.repeat(200), 'y'.repeat(5_000)],
  'from right to left': ['حد المعدل: من يدخل، ومن ينتظر؟', 'عشرة طلبات في وقت واحد. '.repeat(100)],
  'of emoji': ['🚦👩‍🚒'.repeat(20), '🚦👩‍🚒'.repeat(100)],
};
for (const [what, [title, notes]] of someOf(Object.entries(WORDS), 1)) {
  detail(`a frame of 200 pixels holds long words ${what}`, async ({ page, baseURL }) => {
    const link = linkTo(TRIED, { ...BURST, title, notes });
    const frame = await open(page, `${baseURL}${link}`, { width: 200, height: 640 });
    const heading = frame.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(title as string);
    expect((await heading.boundingBox())?.height).toBeLessThanOrEqual(60);
    expect((await frame.getByRole('group', { name: 'Sentence' }).boundingBox())?.height).toBeLessThanOrEqual(120);
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(200);
    await expect(frame.getByRole('button', { name: 'Play', exact: true })).toBeInViewport();
  });
}

test.describe('access', () => {
  for (const [what, view, width] of someOf(
    [
      ['charts of a phone, with the policy', TRIED, 360],
      ['charts', WATCHED, 640],
      ['the map', { ...TRIED, mode: 'tune' }, 640],
    ] as const,
    1,
  )) {
    detail(`axe finds nothing wrong with ${what}`, async ({ page, baseURL }) => {
      const frame = await openInFrame(page, `${baseURL}${linkTo(view)}`, { width, height: 700 });
      await expect(frame.locator('[aria-busy=false]').first()).toBeVisible();
      await expectNoViolationsInFrame(page, what, 'iframe');
    });
  }
});
