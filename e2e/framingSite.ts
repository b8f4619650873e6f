/** A page of another origin that has the app in a frame. Chromium asks a real host: it would block what a route answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import type { Frame, Page } from '@playwright/test';

const SANDBOX = 'allow-scripts allow-same-origin allow-popups';

/** Opens a page with that in its body. */
export async function openElsewhere(page: Page, body: string): Promise<void> {
  // The host is gone by the time that a browser would ask it for an icon.
  const html = `<!doctype html><meta charset="utf-8"><title>Elsewhere</title><link rel="icon" href="data:,"><body>${body}`;
  const elsewhere = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  elsewhere.close();
}

interface Framing {
  readonly width?: number;
  readonly height?: number;
  readonly sandbox?: string;
}

/** The frame, whether or not anything has loaded in it. The page around gathers what it is told, and never answers. */
export async function openInFrame(page: Page, address: string, framing: Framing = {}): Promise<Frame> {
  const { width = 640, height = 480, sandbox = SANDBOX } = framing;
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    addEventListener('message', ({ data }) => told.push(data));
  });
  const frame = page.waitForEvent('frameattached');
  await openElsewhere(
    page,
    `<iframe title="Spillway" sandbox="${sandbox}" src="${address}" width="${width}" height="${height}" style="border: 0"></iframe>`,
  );
  return frame;
}

/** What the page around was told, in the order in which it came. */
export function toldTo(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() => (globalThis as unknown as { readonly told: readonly unknown[] }).told);
}
