/** A limiter's state at the playhead. It changes every frame through its handle, by patching the SVG, without React. */
import { useId, useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import type { Picture } from '../../sim/index.ts';
import { LARGE, pictureShapes, pictureText, SMALL, type Shape } from './picture.ts';
import './charts.css';

export interface StatePictureHandle {
  /** Draws another state; the text alternative stays as the props gave it. */
  show(picture: Picture): void;
}

export interface StatePictureProps {
  /** Counts from 1. */
  readonly lane: number;
  /** Null while it is unknown. A new one is drawn, and renews the text alternative. */
  readonly picture: Picture | null;
  readonly size: 'large' | 'small';
  readonly ref?: Ref<StatePictureHandle>;
}

export function StatePicture({ lane, picture, size, ref }: StatePictureProps): ReactNode {
  const svg = useRef<SVGSVGElement>(null);
  const text = useId();
  const [drawn] = useState<Drawn>(() => ({ shapes: [] }));
  const box = size === 'large' ? LARGE : SMALL;

  useLayoutEffect(() => {
    patch(svg.current as SVGSVGElement, drawn, picture === null ? [] : pictureShapes(picture, box));
  }, [drawn, picture, box]);
  useImperativeHandle(
    ref,
    () => ({ show: (next) => patch(svg.current as SVGSVGElement, drawn, pictureShapes(next, box)) }),
    [drawn, box],
  );

  return (
    <>
      <svg
        ref={svg}
        className="picture"
        role="img"
        aria-label={`State of lane ${lane}`}
        aria-describedby={text}
        width={box.width}
        height={box.height}
        viewBox={`0 0 ${box.width} ${box.height}`}
      />
      <span id={text} hidden>
        {picture === null ? 'Not known yet.' : pictureText(picture)}
      </span>
    </>
  );
}

/** What the SVG holds. */
interface Drawn {
  shapes: readonly Shape[];
}

/** Makes the SVG's children those shapes, writing only what differs. */
function patch(svg: SVGSVGElement, drawn: Drawn, shapes: readonly Shape[]): void {
  const before = drawn.shapes;
  shapes.forEach((shape, index) => {
    const old = before[index];
    let element = svg.children[index];
    if (element === undefined || old?.tag !== shape.tag) {
      const made = document.createElementNS('http://www.w3.org/2000/svg', shape.tag);
      if (element === undefined) svg.append(made);
      else element.replaceWith(made);
      element = made;
      write(made, shape, null);
    } else write(element, shape, old);
  });
  while (svg.children.length > shapes.length) svg.lastElementChild?.remove();
  drawn.shapes = shapes;
}

function write(element: Element, { attributes, text = '' }: Shape, old: Shape | null): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (old?.attributes[name] !== value) element.setAttribute(name, String(value));
  }
  if (old === null || old.text !== text) element.textContent = text;
}
