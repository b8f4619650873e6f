/** One ResizeObserver, one IntersectionObserver for each margin and one pixel-ratio listener for all charts of the page. */

type ResizeCallback = (width: number, height: number) => void;
type VisibilityCallback = (visible: boolean) => void;

const MAX_PIXEL_RATIO = 2;
/** Lanes are drawn slightly before they scroll into view. */
const VIEW_MARGIN = '160px';

const resizeCallbacks = new Map<Element, ResizeCallback>();
const pixelRatioCallbacks = new Set<() => void>();

let resizeObserver: ResizeObserver | null = null;
let presentRatio: MediaQueryList | null = null;
const views = new Map<string, ViewObserver>();

interface ViewObserver {
  readonly observer: IntersectionObserver;
  readonly callbacks: Map<Element, VisibilityCallback>;
}

/** Calls with the element's size in whole CSS pixels, first right after layout and then whenever it changes. */
export function observeSize(element: Element, callback: ResizeCallback): () => void {
  resizeObserver ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      resizeCallbacks.get(target)?.(Math.floor(contentRect.width), Math.floor(contentRect.height));
    }
  });
  resizeCallbacks.set(element, callback);
  resizeObserver.observe(element);
  return () => {
    resizeCallbacks.delete(element);
    resizeObserver?.unobserve(element);
  };
}

/**
 * Calls when the element comes into view, and when it leaves it.
 * @param margin how far from it the view begins already
 */
export function observeView(element: Element, callback: VisibilityCallback, margin = VIEW_MARGIN): () => void {
  const { observer, callbacks } = viewObserver(margin);
  callbacks.set(element, callback);
  observer.observe(element);
  return () => {
    callbacks.delete(element);
    observer.unobserve(element);
  };
}

function viewObserver(margin: string): ViewObserver {
  const known = views.get(margin);
  if (known !== undefined) return known;
  const callbacks = new Map<Element, VisibilityCallback>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting);
    },
    // The lanes scroll inside their own box, which `rootMargin` does not apply to.
    { rootMargin: margin, scrollMargin: margin },
  );
  const made = { observer, callbacks };
  views.set(margin, made);
  return made;
}

export function pixelRatio(): number {
  return Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio || 1);
}

/** Calls when the page is zoomed or moves to a screen with another pixel ratio. */
export function observePixelRatio(callback: () => void): () => void {
  if (pixelRatioCallbacks.size === 0) watchPixelRatio();
  pixelRatioCallbacks.add(callback);
  return () => {
    pixelRatioCallbacks.delete(callback);
    if (pixelRatioCallbacks.size === 0) presentRatio?.removeEventListener('change', pixelRatioChanged);
  };
}

/** A media query can only tell that the ratio has changed: each change needs a new one. */
function watchPixelRatio(): void {
  presentRatio = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  presentRatio.addEventListener('change', pixelRatioChanged, { once: true });
}

function pixelRatioChanged(): void {
  watchPixelRatio();
  for (const call of pixelRatioCallbacks) call();
}
