import type { Browser, BrowserContext, Worker } from '@playwright/test';

const MARK = 'Content-Security-Policy violated:';

/** In each page from its beginning. */
function reportFromPage(mark: string): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
    // oxlint-disable-next-line no-console
    console.error(mark, effectiveDirective, blockedURI, `${sourceFile}:${lineNumber}`, sample);
  });
}

/** In a worker, where nothing of ours runs first: what was violated before is in the buffer. */
function reportFromWorker(mark: string): void {
  new ReportingObserver(
    (reports) => {
      // oxlint-disable-next-line no-console
      for (const { body } of reports) console.error(mark, 'in a worker:', JSON.stringify(body));
    },
    { types: ['csp-violation'], buffered: true },
  ).observe();
}

/**
 * Notes every violation of the page's policy, in all pages and workers of all contexts that are opened from now on.
 *
 * @returns the violations so far; the list grows
 */
export function watchPolicy(browser: Browser): { readonly violations: string[]; readonly stop: () => void } {
  const violations: string[] = [];
  const watchWorker = (worker: Worker): void => {
    // A worker that is ended meanwhile has nothing more to report.
    worker.evaluate(reportFromWorker, MARK).catch(() => {});
  };
  const watchContext = (context: BrowserContext): void => {
    void context.addInitScript(reportFromPage, MARK);
    context.on('page', (page) => page.on('worker', watchWorker));
    context.on('console', (message) => {
      if (message.text().startsWith(MARK)) violations.push(message.text());
    });
  };
  browser.on('context', watchContext);
  return { violations, stop: () => browser.off('context', watchContext) };
}
