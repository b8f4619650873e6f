/** What the specs share: the page as a user sees it, found by role and name wherever possible. */
import { test as base, expect, type BrowserContextOptions, type Locator, type Page } from '@playwright/test';
import {
  encodeLink,
  FIRST_VISIT_VIEW,
  firstPreset,
  loadDeflate,
  presetScenario,
  scenarioOf,
  type LinkView,
} from '../src/sim/index.ts';
import { thorough } from '../src/thorough.ts';
import { DETAIL } from './detail.ts';
import { KeptTab } from './keptTab.ts';
import { watchPolicy } from './policyViolations.ts';

// Specs make links.
await loadDeflate();

export { expect };

export interface LaneFigures {
  readonly admitted: string;
  readonly denied: string;
  readonly peak: string;
}

const FIRST_VISIT_PAUSED = encodeLink(presetScenario(firstPreset), FIRST_VISIT_VIEW);

export class Playground {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the page as on a first visit, which plays. Playback takes a whole core, so use it only where that matters. */
  openFirstVisit(): Promise<void> {
    return this.open('');
  }

  /**
   * Opens the page, with the playhead's clock in the test's hand, and waits until the first run is shown.
   * @param hash of a link; without one, what a first visit shows, but paused
   */
  async open(hash = FIRST_VISIT_PAUSED): Promise<void> {
    await this.page.clock.install({ time: 0 });
    await this.page.goto(`./${hash}`);
    await this.waitUntilSettled();
  }

  /** Opens with a scenario of the test's own, as a link brings it: paused, with all of the run in sight. */
  async openScenario(document: object, view?: LinkView): Promise<void> {
    await this.open(encodeLink(scenarioOf(document), view));
  }

  /** Until what was changed last is painted: a preset of ten million decisions takes a few seconds on two busy cores. */
  async waitUntilSettled(): Promise<void> {
    await expect(this.lanes).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  }

  get lanes(): Locator {
    return this.page.getByRole('region', { name: 'Lanes', exact: true });
  }

  get transport(): Locator {
    return this.page.getByRole('region', { name: 'Transport' });
  }

  /** What the live region shows of what was done. */
  get status(): Locator {
    return this.page.getByRole('status').locator('[data-part=seen]');
  }

  /** What the live region says besides, and does not show. */
  get heard(): Locator {
    return this.page.getByRole('status').locator('[data-part=heard]');
  }

  get alert(): Locator {
    return this.page.getByRole('alert');
  }

  lane(number: number, label: string): Locator {
    return this.page.getByRole('region', { name: `Lane ${number}: ${label}`, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  slider(name: string): Locator {
    return this.page.getByRole('slider', { name, exact: true });
  }

  numberField(name: string): Locator {
    return this.page.getByRole('spinbutton', { name, exact: true });
  }

  /** The selected decision, among the few that exist as options. */
  get selectedDecision(): Locator {
    return this.page.getByRole('listbox').getByRole('option', { selected: true });
  }

  async playhead(): Promise<string> {
    return (await this.slider('Playhead').getAttribute('aria-valuetext')) ?? '';
  }

  figure(lane: number, name: string): Locator {
    return this.page
      .getByRole('table', { name: `Figures of lane ${lane}`, exact: true })
      .getByRole('row', { name })
      .getByRole('cell')
      .last();
  }

  /** Admitted, denied and peak of each lane from 1 on. */
  async figures(lanes: number): Promise<LaneFigures[]> {
    await this.waitUntilSettled();
    // Beside a long figure stands a short one, which is not heard.
    const text = (lane: number, name: string): Promise<string> =>
      this.figure(lane, name).evaluate((cell) => cell.querySelector('span:not([aria-hidden])')?.textContent ?? '');
    const all: LaneFigures[] = [];
    for (let lane = 1; lane <= lanes; lane++) {
      all.push({
        admitted: await text(lane, 'Admitted'),
        denied: await text(lane, 'Denied'),
        peak: await text(lane, 'Peak in T'),
      });
    }
    return all;
  }

  /** Chooses from a menu by its button's name. */
  async chooseFromMenu(menu: string, item: string): Promise<void> {
    await this.button(menu).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** Starts a new scenario: `Empty`, `A burst on one limiter` or `Your policy, no traffic`. */
  async startNew(start = 'Empty'): Promise<void> {
    await this.chooseFromMenu('More', 'New');
    await this.page
      .getByRole('dialog', { name: 'New', exact: true })
      .getByRole('button', { name: start, exact: true })
      .click();
  }

  /** From here on time passes only when the test says so. */
  async pauseClock(): Promise<void> {
    await this.page.clock.pauseAt(3_600_000);
  }

  /** What the page keeps in the browser is written a moment after a change. */
  async waitUntilSaved(): Promise<void> {
    await this.page.clock.runFor(1_000);
  }
}

/** The fields of the drawer, by role and name. */
export class Drawer {
  readonly details: Locator;

  constructor({ page }: Playground) {
    this.details = page.getByRole('complementary', { name: 'Details' });
  }

  numberField(name: string): Locator {
    return this.details.getByRole('spinbutton', { name, exact: true });
  }

  textField(name: string): Locator {
    return this.details.getByRole('textbox', { name, exact: true });
  }

  select(name: string): Locator {
    return this.details.getByRole('combobox', { name, exact: true });
  }

  button(name: string): Locator {
    return this.details.getByRole('button', { name, exact: true });
  }
}

interface Fixtures {
  playground: Playground;
  /** Whether a test has a tab that no other uses. */
  ownTab: boolean;
  policyKept: undefined;
  /** What a test makes the page violate, by serving it a stricter policy: a part of each report. */
  violated: readonly string[];
}

interface ProcessFixtures {
  keptTab: KeptTab;
  /** The violations of the page's policy by all pages of all tests of this process. */
  violations: string[];
}

export const test = base.extend<Fixtures, ProcessFixtures>({
  ownTab: [false, { option: true }],
  keptTab: [
    async ({ browser }, use) => {
      const tab = new KeptTab(browser);
      await use(tab);
      await tab.close();
    },
    { scope: 'worker' },
  ],
  context: async (
    {
      browser,
      keptTab,
      ownTab,
      acceptDownloads,
      baseURL,
      bypassCSP,
      colorScheme,
      contextOptions,
      deviceScaleFactor,
      extraHTTPHeaders,
      geolocation,
      hasTouch,
      httpCredentials,
      ignoreHTTPSErrors,
      isMobile,
      javaScriptEnabled,
      locale,
      offline,
      permissions,
      proxy,
      serviceWorkers,
      storageState,
      timezoneId,
      userAgent,
      viewport,
    },
    use,
  ) => {
    // Every option of a context, so that only tests with the same options share a tab.
    const options = definedOnly({
      ...contextOptions,
      acceptDownloads,
      baseURL,
      bypassCSP,
      colorScheme,
      deviceScaleFactor,
      extraHTTPHeaders,
      geolocation,
      hasTouch,
      httpCredentials,
      ignoreHTTPSErrors,
      isMobile,
      javaScriptEnabled,
      locale,
      offline,
      permissions,
      proxy,
      serviceWorkers,
      storageState,
      timezoneId,
      userAgent,
      viewport,
    });
    if (ownTab) {
      const context = await browser.newContext(options);
      await context.newPage();
      await use(context);
      await context.close();
    } else {
      const page = await keptTab.take(options);
      await use(page.context());
      await keptTab.giveBack();
    }
  },
  page: async ({ context }, use) => {
    await use(context.pages()[0] as Page);
  },
  violated: [[], { option: true }],
  violations: [
    async ({ browser }, use) => {
      const { violations, stop } = watchPolicy(browser);
      await use(violations);
      stop();
    },
    { scope: 'worker' },
  ],
  policyKept: [
    async ({ violations, violated }, use) => {
      violations.splice(0);
      await use(undefined);
      expect(
        violations.filter((each) => !violated.some((part) => each.includes(part))),
        "violations of the page's policy",
      ).toEqual([]);
    },
    { auto: true },
  ],
  playground: async ({ page, violated }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    // Nothing is ever asked of another host.
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== '127.0.0.1') errors.push(`asked ${request.url()}`);
    });
    await use(new Playground(page));
    const unexpected = errors.filter((each) => !violated.some((part) => each.includes(part)));
    expect(unexpected, 'errors on the page').toEqual([]);
  },
});

type OrUndefined<T> = { readonly [Key in keyof T]: T[Key] | undefined };

function definedOnly(options: OrUndefined<BrowserContextOptions>): BrowserContextOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/**
 * A test that only `npm run test:long` runs, since `npm test` has to end within a quarter of an hour. Not for what users do
 * first in a part of the page, what would lose their work, or what keeps hostile input out.
 */
export function detail(title: string, body: Parameters<typeof test>[2]): void {
  test(title, { tag: DETAIL }, body);
}

/** A field's description begins with its unit. */
export function endingWith(text: string): RegExp {
  return new RegExp(`${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);
}

/** The first few of like cases; `npm run test:long` takes all. */
export function someOf<T>(list: readonly T[], count: number): readonly T[] {
  return thorough ? list : list.slice(0, count);
}

/** Where an element is in the window. */
export async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not visible.');
  return box;
}
