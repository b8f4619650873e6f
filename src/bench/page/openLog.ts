/** Opening a log: from the file to the first table of its clients, and the tasks of the page's own thread meanwhile. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { bareTime, combinedLog, MAX_RATIO } from '../logs.ts';
import { WITHOUT_REFERENCE, type ReportSection } from '../report.ts';
import { LONG_TASK_MS, TIMEOUT_MS, VIEWPORT, waitUntilLoaded } from './changes.ts';
import { installProbe } from './probe.ts';

/** The map runs a million requests under hundreds of settings: a busy machine took 90 s. */
const MAP_TIMEOUT_MS = 300_000;

export async function logSection(browser: Browser, app: string, lines: number): Promise<ReportSection> {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-bench-'));
  const file = join(folder, 'access.log');
  try {
    writeFileSync(file, combinedLog(lines));
    const reference = await bareTime(file);
    const { toTable, longest } = await openLog(browser, app, file);
    const ratio = toTable / reference;
    const name = `${lines.toLocaleString('en-US')} lines`;
    return {
      title: 'Tune: a combined log to the table of its clients',
      lines: [
        {
          name: `${name}: from the file, and from Use this log, to the table`,
          value: toTable,
          unit: 'ms',
          ratio,
          against: 'wc -l and a bare split',
          reference,
          target: { text: `≤ ${MAX_RATIO} ×`, met: ratio <= MAX_RATIO },
        },
        {
          name: `${name}: longest task, if over ${LONG_TASK_MS} ms`,
          value: longest,
          unit: 'ms',
          ...WITHOUT_REFERENCE,
          target: { text: 'none', met: longest <= LONG_TASK_MS },
        },
      ],
      notes: ['Without the time between the two, in which somebody looks at what was understood of the log.'],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns milliseconds until the table stands, and of the longest task; 0 if none was long */
async function openLog(browser: Browser, url: string, file: string): Promise<{ toTable: number; longest: number }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.bringToFront();
  await page.setViewport(VIEWPORT);
  await installProbe(page);
  await page.goto(url);
  await page.waitForFunction(() => window.probe.firstPaint !== null, { timeout: TIMEOUT_MS });
  await waitUntilLoaded(page);
  await click(page, '::-p-aria([name="More"][role="button"])');
  const [chooser] = await Promise.all([
    page.waitForFileChooser(),
    click(page, '::-p-aria([name="Open file"][role="menuitem"])'),
  ]);
  await page.evaluate(() => (window.probe.longTasks = []));
  const opened = performance.now();
  await chooser.accept([file]);
  const use = await page.waitForSelector('::-p-aria([name="Use this log"][role="button"])', { timeout: TIMEOUT_MS });
  if (use === null) throw new Error(`${url} does not offer the log.`);
  await page.waitForFunction((button) => !button.matches(':disabled, [aria-disabled="true"]'), {}, use);
  const read = performance.now() - opened;
  // A click by script: the pointer's way to the button is not what is measured.
  const used = performance.now();
  await use.evaluate((button) => (button as HTMLElement).click());
  await page.waitForSelector('section[aria-label="Clients"][aria-busy="false"] tbody tr', { timeout: TIMEOUT_MS });
  const made = performance.now() - used;
  // The charts beside the table belong to it.
  await page.waitForSelector('section[aria-label="Map"][aria-busy="false"]', { timeout: MAP_TIMEOUT_MS });
  const longest = Math.max(0, ...(await page.evaluate(() => window.probe.longTasks)));
  await context.close();
  return { toTable: read + made, longest };
}

async function click(page: Page, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector, { timeout: TIMEOUT_MS });
  if (element === null) throw new Error(`There is no ${selector}.`);
  await element.click();
}
