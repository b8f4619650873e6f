/** Where text has no room: it is cut off, or lies on other text. */
import type { Page } from '@playwright/test';

/** The widest spacing of text that a page has to stand (WCAG 2.2, 1.4.12); a policy stops no adopted sheet. */
const WIDE_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

export async function spaceWidely(page: Page): Promise<void> {
  await page.evaluate(async (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    // Charts take their new sizes in a frame of their own.
    for (let frames = 0; frames < 3; frames++) await new Promise((frame) => requestAnimationFrame(frame));
  }, WIDE_SPACING);
}

/**
 * Each text that is cut off or lies on another, as `cut: …` or `on each other: … | …`. What ends in an ellipsis on purpose,
 * what a title says in full, and what can be scrolled to is not cut off.
 */
export async function textWithoutRoom(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Shown {
      readonly text: string;
      readonly boxes: readonly DOMRect[];
    }
    const cut: string[] = [];
    const shown: Shown[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const element = node.parentElement as HTMLElement;
      if (node.data.trim() === '' || element.closest('option, [title]') !== null) continue;
      if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = seen(element, [...range.getClientRects()]);
      if (boxes === 'cut') cut.push(`cut: ${node.data}`);
      else if (boxes.length > 0) shown.push({ text: node.data, boxes });
    }
    const onEachOther = shown.flatMap((one, index) =>
      shown
        .slice(index + 1)
        .filter((other) => one.boxes.some((a) => other.boxes.some((b) => overlap(a, b))))
        .map((other) => `on each other: ${one.text} | ${other.text}`),
    );
    return [...cut, ...onEachOther];

    /** What is left of a text's boxes within all that clips it: nothing of what is only heard or out of sight. */
    function seen(element: HTMLElement, all: readonly DOMRect[]): readonly DOMRect[] | 'cut' {
      // Of a line's height the letters have the middle.
      let boxes = all
        .filter(({ width }) => width > 1)
        .map(({ x, y, width, height }) => new DOMRect(x, y + height * 0.18, width, height * 0.64));
      for (let box: HTMLElement | null = element; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.clipPath !== 'none') return [];
        if (style.display === 'inline' || style.display === 'contents') continue;
        const isAbridged = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const { left, top, right, bottom } = box.getBoundingClientRect();
        const [x, y] = [style.overflowX, style.overflowY];
        const isCut = boxes.some(
          (each) =>
            (/hidden|clip/.test(x) && (each.left < left - 1.5 || each.right > right + 1.5)) ||
            (/hidden|clip/.test(y) && (each.top < top - 1 || each.bottom > bottom + 1)),
        );
        if (isCut && !isAbridged) return 'cut';
        if (x === 'visible' && y === 'visible') continue;
        boxes = boxes
          .map((each) => {
            const [from, to] = [Math.max(each.left, left), Math.min(each.right, right)];
            const [above, below] = [Math.max(each.top, top), Math.min(each.bottom, bottom)];
            return new DOMRect(from, above, Math.max(0, to - from), Math.max(0, below - above));
          })
          .filter(({ width, height }) => width > 1 && height > 1);
      }
      return boxes;
    }

    function overlap(a: DOMRect, b: DOMRect): boolean {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return across > 2 && down > 1;
    }
  });
}

/** Whether a select, which cuts its text off without a sign in the page's boxes, is as wide as its text. Runs in the page. */
export function isReadInFull(select: SVGElement | HTMLElement): boolean {
  const alone = select.cloneNode(true) as HTMLSelectElement;
  alone.value = (select as HTMLSelectElement).value;
  // As wide as its longest option, so that only the chosen one may stay.
  alone.replaceChildren(...alone.selectedOptions);
  alone.style.width = 'max-content';
  document.body.append(alone);
  const { width } = alone.getBoundingClientRect();
  alone.remove();
  return select.getBoundingClientRect().width >= width;
}
