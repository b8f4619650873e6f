/** One ResizeObserver, one IntersectionObserver and one pixel-ratio listener for all charts of the page. */

type ResizeCallback = (width: number, height: number) => void;
type VisibilityCallback = (visible: boolean) => void;

const MAX_PIXEL_RATIO = 2;
/** Lanes are drawn slightly before they scroll into view. */
const VIEW_MARGIN = '160px';

const resizeCallbacks = new Map<Element, ResizeCallback>();
const visibilityCallbacks = new Map<Element, VisibilityCallback>();
const pixelRatioCallbacks = new Set<() => void>();

let resizeObserver: ResizeObserver | null = null;
let intersectionObserver: IntersectionObserver | null = null;

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

/** Calls when the element comes into view, or nearly, and when it leaves it. */
export function observeView(element: Element, callback: VisibilityCallback): () => void {
  // The lanes scroll inside their own box, which `rootMargin` does not apply to.
  const options = { rootMargin: VIEW_MARGIN, scrollMargin: VIEW_MARGIN };
  intersectionObserver ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) visibilityCallbacks.get(target)?.(isIntersecting);
  }, options);
  visibilityCallbacks.set(element, callback);
  intersectionObserver.observe(element);
  return () => {
    visibilityCallbacks.delete(element);
    intersectionObserver?.unobserve(element);
  };
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
  };
}

/** A media query can only tell that the ratio has changed: each change needs a new one. */
function watchPixelRatio(): void {
  matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
    'change',
    () => {
      if (pixelRatioCallbacks.size === 0) return;
      watchPixelRatio();
      for (const call of pixelRatioCallbacks) call();
    },
    { once: true },
  );
}
