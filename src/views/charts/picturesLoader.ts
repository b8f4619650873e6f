/**
 * How states are drawn, and said in words, is loaded once the first charts are on the screen. Until then a lane's picture is
 * empty, in its place; if the file fails to load, it stays that way until the next picture is mounted.
 */
import { useEffect, useState } from 'react';
import { firstChart } from '../hooks/firstChart.ts';
import type * as Pictures from './statePicture.ts';

let loaded: typeof Pictures | null = null;

export function usePictures(): typeof Pictures | null {
  const [pictures, setPictures] = useState(loaded);
  useEffect(() => {
    if (pictures !== null) return undefined;
    let gone = false;
    load().then(
      (module) => {
        if (!gone) setPictures(module);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [pictures]);
  return pictures;
}

async function load(): Promise<typeof Pictures> {
  await firstChart;
  return (loaded = await import('./statePicture.ts'));
}
