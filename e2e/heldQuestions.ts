/** Questions to the page's workers that a test holds back, so that it decides what comes before their answers. */
import { expect, type Page } from '@playwright/test';

/** In the page, under this name. */
const NAME = 'heldQuestions';

interface Held {
  /** What is held back from now on: the kind of a question. */
  kind: string | null;
  readonly waiting: { readonly worker: Worker; readonly id: number; readonly send: () => void }[];
}

/** To be called before the page is opened. */
export async function prepareHolding(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    const held: Held = { kind: null, waiting: [] };
    Object.assign(globalThis, { [name]: held });
    globalThis.Worker = class extends Worker {
      override postMessage(message: unknown, transfer?: StructuredSerializeOptions | Transferable[]): void {
        const send = (): void => super.postMessage(message, transfer as Transferable[]);
        const { kind, of = kind, id } = message as { readonly kind: string; readonly of?: string; readonly id: number };
        if (of === held.kind) held.waiting.push({ worker: this, id, send });
        else send();
      }
    };
  }, NAME);
}

/** Holds back questions of a kind. */
export async function hold(page: Page, kind: string): Promise<void> {
  await page.evaluate(
    ([name, value]) => {
      (globalThis as unknown as Record<string, Held>)[name]!.kind = value;
    },
    [NAME, kind] as const,
  );
}

/** Until one is held back. */
export async function untilHeld(page: Page): Promise<void> {
  const count = (name: string): number => (globalThis as unknown as Record<string, Held>)[name]!.waiting.length;
  await expect.poll(() => page.evaluate(count, NAME)).toBeGreaterThan(0);
}

/** Tells the page how far the one that is held back is, as its worker would. */
export async function tellProgress(page: Page, progress: unknown): Promise<void> {
  await page.evaluate(
    ([name, told]) => {
      const { worker, id } = (globalThis as unknown as Record<string, Held>)[name as string]!.waiting[0]!;
      worker.dispatchEvent(new MessageEvent('message', { data: { kind: 'progress', id, progress: told } }));
    },
    [NAME, progress] as const,
  );
}

/** Sends what is held back, and holds back nothing more. */
export async function release(page: Page): Promise<void> {
  await page.evaluate((name) => {
    const held = (globalThis as unknown as Record<string, Held>)[name]!;
    held.kind = null;
    for (const { send } of held.waiting.splice(0)) send();
  }, NAME);
}
