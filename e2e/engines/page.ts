/** The page as its user sees it: found by role and name, with waits for what is awaited. */
import { expect } from 'vitest';
import type { Browser, NamedKey, Point } from './browser.ts';
import { findByRole, type Seen } from './findByRole.ts';

declare global {
  /** What went wrong in the page so far. */
  var spillwayErrors: string[];
}

export interface LaneCounts {
  readonly admitted: number;
  readonly denied: number;
  readonly peak: number;
}

export class Page {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Opens an address and waits until the first run is shown. */
  async open(url: string): Promise<void> {
    await this.#browser.open(url);
    await this.#untilShown();
  }

  /** Reloads at once, as an impatient user does. @returns the errors on the page until then */
  async reload(): Promise<readonly string[]> {
    const errors = await this.errors();
    await this.#browser.reload();
    await this.#untilShown();
    return errors;
  }

  errors(): Promise<readonly string[]> {
    return this.#browser.evaluate(() => globalThis.spillwayErrors);
  }

  /**
   * @param name the whole name, or a pattern for it
   * @param within the label of what it is in, where the name alone is not enough
   */
  look(role: string, name: string | RegExp, within = ''): Promise<Seen | null> {
    const pattern = typeof name === 'string' ? name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`) : name.source;
    return this.#browser.evaluate(findByRole, role, pattern, within);
  }

  /** Waits until it is there and nothing is in front of it. */
  async find(role: string, name: string | RegExp, within?: string): Promise<Seen> {
    let seen: Seen | null = null;
    const seek = async (): Promise<string> => {
      seen = await this.look(role, name, within);
      return seen === null ? 'not there' : seen.covered ? 'covered' : 'there';
    };
    await expect.poll(seek, { message: `${role} ${String(name)}` }).toBe('there');
    return seen as unknown as Seen;
  }

  async click(role: string, name: string | RegExp, within?: string): Promise<void> {
    await this.#browser.drag(await this.find(role, name, within));
  }

  /** Drags its centre that far to the right, with a few stops on the way. */
  async dragRight(role: string, name: string, distance: number): Promise<void> {
    const { x, y } = await this.find(role, name);
    const stops = [1, 2, 3, 4].map((quarter): Point => ({ x: x + (distance * quarter) / 4, y }));
    await this.#browser.drag({ x, y }, ...stops);
  }

  /** What the page has just said of what was done, or else a dialog of why it was not. */
  status(): Promise<string> {
    return this.#browser.evaluate(
      () =>
        ['output [data-part=seen]', '[role=dialog] [role=status]']
          .map((selector) => document.querySelector(selector)?.textContent)
          .find(Boolean) ?? '',
    );
  }

  type(text: string): Promise<void> {
    return this.#browser.type(text);
  }

  press(...keys: readonly NamedKey[]): Promise<void> {
    return this.#browser.press(...keys);
  }

  /** What the lanes show, once the last change is computed. */
  async counts(): Promise<readonly LaneCounts[]> {
    await this.#untilSettled();
    return this.#browser.evaluate(() =>
      [...document.querySelectorAll('table[aria-label^="Figures of lane"]')].map((table) => {
        const figure = (name: string): number => {
          const row = [...table.querySelectorAll('tr')].find((each) => each.querySelector('th')?.textContent === name);
          // One cell where nothing more is to come.
          const cell = [...(row?.querySelectorAll('td:not([hidden])') ?? [])].at(-1);
          return Number.parseInt(cell?.textContent?.replaceAll(/[^\d/]/g, '') ?? '', 10);
        };
        return { admitted: figure('Admitted'), denied: figure('Denied'), peak: figure('Peak in T') };
      }),
    );
  }

  async #untilShown(): Promise<void> {
    await this.#untilSettled();
    await this.#browser.evaluate(() => {
      const errors: string[] = [];
      globalThis.spillwayErrors = errors;
      addEventListener('error', ({ message }) => errors.push(message));
      addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => errors.push(violatedDirective));
    });
  }

  async #untilSettled(): Promise<void> {
    const busy = (): Promise<string | null> =>
      this.#browser.evaluate(
        () => document.querySelector('[aria-label="Lanes"]')?.getAttribute('aria-busy') ?? 'not shown',
      );
    await expect.poll(busy, { message: 'lanes busy' }).toBe('false');
  }
}
