/** Dragging n in Tune, where each frame's setting is asked of the worker that tunes. */
import type { Browser } from 'puppeteer-core';
import { WITHOUT_REFERENCE, type ReportLine, type ReportSection } from '../report.ts';
import { drag, inTime, LONG_TASK_MS, TIMEOUT_MS, VIEWPORT, waitUntilLoaded, type DragTimes } from './changes.ts';
import { tuneLink } from './pageScenario.ts';
import { installProbe } from './probe.ts';

export async function tuneSection(
  browser: Browser,
  app: string,
  sizes: readonly number[],
  milliseconds: number,
): Promise<ReportSection> {
  const lines: ReportLine[] = [];
  for (const requests of sizes) {
    const times = await dragLimitLine(browser, `${app}${tuneLink(requests)}`, milliseconds);
    const name = `${requests.toLocaleString('en-US')} requests`;
    lines.push(
      {
        name: `${name}: frames in time`,
        value: inTime(times),
        unit: '%',
        ...WITHOUT_REFERENCE,
        target: { text: '≥ 95 %', met: inTime(times) >= 95 },
      },
      {
        name: `${name}: tasks over ${LONG_TASK_MS} ms`,
        value: times.longTasks.length,
        unit: '',
        ...WITHOUT_REFERENCE,
        target: { text: 'none', met: times.longTasks.length === 0 },
      },
    );
  }
  return { title: "Tune: dragging n in the chart of the clients' busiest T, one lane, 400 clients", lines, notes: [] };
}

/** Drags the line n in Tune's first chart. */
async function dragLimitLine(browser: Browser, url: string, milliseconds: number): Promise<DragTimes> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.bringToFront();
  await page.setViewport(VIEWPORT);
  await installProbe(page);
  await page.goto(url);
  // The map, which takes longest, is there in full.
  await page.waitForSelector('section[aria-label="Map"][aria-busy="false"]', { timeout: TIMEOUT_MS });
  const line = await page.waitForSelector('[title="Drag to change n"] > *');
  if (line === null) throw new Error(`${url} has no line n.`);
  const before = await line.evaluate((element) => element.textContent);
  await waitUntilLoaded(page);
  const times = await drag(page, line, milliseconds, { x: 0, y: 1 });
  // A drag that changes nothing is always in time.
  if ((await line.evaluate((element) => element.textContent)) === before) throw new Error('The drag left n as it was.');
  await context.close();
  return times;
}
