/** One ResizeObserver, one IntersectionObserver and one watch of the pixel ratio for all charts of the page. */

type Resized = (width: number, height: number) => void;
type Seen = (visible: boolean) => void;

const MOST_RATIO = 2;
/** Lanes are drawn a little before they scroll into view. */
const AHEAD = '160px';

const resized = new Map<Element, Resized>();
const seen = new Map<Element, Seen>();
const ratioChanged = new Set<() => void>();

let sizes: ResizeObserver | null = null;
let views: IntersectionObserver | null = null;

/** Calls with the element's size in whole CSS pixels, at once after layout and whenever it changes. */
export function observeSize(element: Element, call: Resized): () => void {
  sizes ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      resized.get(target)?.(Math.floor(contentRect.width), Math.floor(contentRect.height));
    }
  });
  resized.set(element, call);
  sizes.observe(element);
  return () => {
    resized.delete(element);
    sizes?.unobserve(element);
  };
}

/** Calls when the element comes into view, or nearly, and when it leaves it. */
export function observeView(element: Element, call: Seen): () => void {
  // The lanes scroll inside a box of their own, which `rootMargin` does not reach.
  const options = { rootMargin: AHEAD, scrollMargin: AHEAD };
  views ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen.get(target)?.(isIntersecting);
  }, options);
  seen.set(element, call);
  views.observe(element);
  return () => {
    seen.delete(element);
    views?.unobserve(element);
  };
}

export function pixelRatio(): number {
  return Math.min(MOST_RATIO, window.devicePixelRatio || 1);
}

/** Calls when the page moved to a screen of other pixels, or was zoomed. */
export function observePixelRatio(call: () => void): () => void {
  if (ratioChanged.size === 0) watchPixelRatio();
  ratioChanged.add(call);
  return () => {
    ratioChanged.delete(call);
  };
}

/** A media query can only say that the ratio is no longer this one: each change asks anew. */
function watchPixelRatio(): void {
  matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
    'change',
    () => {
      if (ratioChanged.size === 0) return;
      watchPixelRatio();
      for (const call of ratioChanged) call();
    },
    { once: true },
  );
}
