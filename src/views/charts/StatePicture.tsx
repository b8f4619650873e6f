/** A limiter's state at the playhead. It changes every frame through its handle, by patching the SVG, without React. */
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import type { Picture } from '../../sim/index.ts';
import { writeText } from '../ui/writeText.ts';
import { observeSize } from './observers.ts';
import { usePictures } from './picturesLoader.ts';
import type { SvgShape } from './statePicture.ts';
import './charts.css';

export interface StatePictureHandle {
  /** Draws another state; the text that describes it stays the same. */
  show(picture: Picture): void;
}

export interface StatePictureProps {
  /** `State of lane 1`. */
  readonly label: string;
  /** The element that describes the picture in words. */
  readonly describedBy: string;
  /** Null while it is unknown. */
  readonly picture: Picture | null;
  readonly ref?: Ref<StatePictureHandle>;
}

/** Fills its container, and is drawn for exactly that size in pixels. */
export function StatePicture({ label, describedBy, picture, ref }: StatePictureProps): ReactNode {
  const svg = useRef<SVGSVGElement>(null);
  const [drawn] = useState<DrawnPicture>(() => ({ picture: null, shapes: [] }));
  const pictures = usePictures();
  const [room, setRoom] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const size = useMemo(
    () => (pictures === null || room === null ? null : pictures.pictureSize(room.width, room.height)),
    [pictures, room],
  );
  const draw = useCallback(() => {
    if (pictures === null || size === null) return;
    const { picture: shown } = drawn;
    const seen = shown !== null && size.width > 0 && size.height > 0;
    patchSvg(svg.current as SVGSVGElement, drawn, seen ? pictures.pictureShapes(shown, size) : []);
  }, [drawn, pictures, size]);

  useLayoutEffect(() => observeSize(svg.current as SVGSVGElement, (width, height) => setRoom({ width, height })), []);
  useLayoutEffect(() => {
    drawn.picture = picture;
  }, [drawn, picture]);
  useLayoutEffect(() => {
    // After a change of size, redraws what was shown last, which may be newer than the prop.
    draw();
  }, [draw, picture]);
  useImperativeHandle(
    ref,
    () => ({
      show(next) {
        drawn.picture = next;
        draw();
      },
    }),
    [drawn, draw],
  );

  return (
    <svg
      ref={svg}
      className="picture"
      data-labels={size?.labels}
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
    />
  );
}

/** The SVG's current shapes and their elements. */
interface DrawnPicture {
  picture: Picture | null;
  shapes: readonly SvgShape[];
}

/** Patches the SVG's children to match the picture's shapes, writing only what differs. */
function patchSvg(svg: SVGSVGElement, drawn: DrawnPicture, shapes: readonly SvgShape[]): void {
  const { shapes: before } = drawn;
  shapes.forEach((shape, index) => {
    const old = before[index];
    let element = svg.children[index];
    if (element === undefined || old?.tag !== shape.tag) {
      const made = document.createElementNS('http://www.w3.org/2000/svg', shape.tag);
      if (element === undefined) svg.append(made);
      else element.replaceWith(made);
      element = made;
      patchElement(made, shape, null);
    } else patchElement(element, shape, old);
  });
  while (svg.children.length > shapes.length) svg.lastElementChild?.remove();
  drawn.shapes = shapes;
}

function patchElement(element: Element, { attributes, text = '' }: SvgShape, old: SvgShape | null): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (old?.attributes[name] !== value) element.setAttribute(name, String(value));
  }
  for (const name of Object.keys(old?.attributes ?? {})) {
    if (!(name in attributes)) element.removeAttribute(name);
  }
  // A text that is replaced has every `:has()` of the page looked at again.
  if (old === null || (old.text ?? '') !== text) writeText(element, text);
}
