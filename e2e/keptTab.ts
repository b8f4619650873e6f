/**
 * A tab that one process's tests use one after another. To open a window and to load all scripts into it takes more
 * time than most tests do after that.
 *
 * Between two tests the tab leaves the page, and what that stored is deleted, so each test loads the page as new. Where a
 * test changed the browser in a way that outlasts the page, as a route or a permission does, the next gets another tab.
 * Sizes of the window and media are set anew for each test; another tab that a test opens has those of the first.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/** Methods of a page, and of its browser context, whose effect no navigation ends. */
const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
] as const satisfies readonly (keyof Page & keyof BrowserContext)[];
const LASTING_ON_PAGE = [...LASTING, 'addLocatorHandler'] as const satisfies readonly (keyof Page)[];
const LASTING_ON_CONTEXT = [
  ...LASTING,
  'addCookies',
  'grantPermissions',
  'newCDPSession',
  'newPage',
  'on',
  'once',
  'setGeolocation',
  'setOffline',
] as const satisfies readonly (keyof BrowserContext)[];

type Listener = Parameters<Page['removeListener']>[1];

interface Tab {
  readonly page: Page;
  readonly devTools: CDPSession;
  /** What a test listens for, by the name of the event. */
  readonly listeners: [event: string, listener: Listener][];
  /** What it was opened with, except for what is set for each test. */
  readonly options: string;
  isChanged: boolean;
}

/** What a tab can be given at any time. */
interface Settings {
  readonly viewport: BrowserContextOptions['viewport'];
  readonly media: NonNullable<Parameters<Page['emulateMedia']>[0]>;
}

export class KeptTab {
  readonly #browser: Browser;
  #tab: Tab | null = null;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The tab, at `about:blank`, for a test with these options. */
  async take(options: BrowserContextOptions): Promise<Page> {
    const { settings, lasting } = splitOptions(options);
    const wanted = JSON.stringify(lasting);
    if (this.#tab?.options !== wanted) {
      await this.close();
      this.#tab = await openTab(this.#browser, options, wanted);
    }
    const { page } = this.#tab;
    await apply(page, settings);
    return page;
  }

  /** Clears the tab for the next test, or closes it where that cannot be done. */
  async giveBack(): Promise<void> {
    const tab = this.#tab;
    if (tab === null) return;
    if (tab.isChanged || tab.page.isClosed() || tab.page.context().pages().length > 1) await this.close();
    else await clear(tab);
  }

  async close(): Promise<void> {
    await this.#tab?.page.context().close();
    this.#tab = null;
  }
}

function splitOptions(options: BrowserContextOptions): { settings: Settings; lasting: BrowserContextOptions } {
  const { viewport, colorScheme = 'light', reducedMotion = 'no-preference', ...lasting } = options;
  const { contrast = 'no-preference', forcedColors = 'none', ...others } = lasting;
  return {
    settings: { viewport, media: { media: null, colorScheme, reducedMotion, contrast, forcedColors } },
    lasting: others,
  };
}

async function apply(page: Page, { viewport, media }: Settings): Promise<void> {
  const size = page.viewportSize();
  if (viewport && (size?.width !== viewport.width || size.height !== viewport.height))
    await page.setViewportSize(viewport);
  await page.emulateMedia(media);
}

async function openTab(browser: Browser, options: BrowserContextOptions, lasting: string): Promise<Tab> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const tab: Tab = {
    page,
    devTools: await context.newCDPSession(page),
    listeners: [],
    options: lasting,
    isChanged: false,
  };
  const change = (): void => {
    tab.isChanged = true;
  };
  beforeEachCall(page, LASTING_ON_PAGE, change);
  beforeEachCall(context, LASTING_ON_CONTEXT, change);
  beforeEachCall(page, ['on', 'once'], (event, listener) => {
    tab.listeners.push([event as string, listener as Listener]);
  });
  return tab;
}

async function clear({ page, devTools, listeners, options }: Tab): Promise<void> {
  const { baseURL } = JSON.parse(options) as BrowserContextOptions;
  for (const [event, listener] of listeners.splice(0)) page.removeListener(event as 'close', listener);
  // First leave the page, which may store something as it goes.
  await page.goto('about:blank');
  await devTools.send('Storage.clearDataForOrigin', { origin: new URL(baseURL ?? '').origin, storageTypes: 'all' });
  await page.clock.resume();
  // Out of the window, as before a test first moves it.
  await page.mouse.move(-1, -1);
}

/** Calls `before` with the arguments of each call to these methods. */
function beforeEachCall<T extends object>(
  of: T,
  methods: readonly (keyof T)[],
  before: (...args: readonly unknown[]) => void,
): void {
  for (const method of methods) {
    const original = of[method] as (...args: unknown[]) => unknown;
    of[method] = function call(...args: unknown[]) {
      before(...args);
      return original.apply(of, args);
    } as T[typeof method];
  }
}
